/** The page of all rule sets for tables. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Shell } from '../lib/frame/shell';
import { useTitle } from '../lib/frame/title';
import { Radios } from '../lib/parts/field';
import { t as lobby } from '../lobby/text';
import { RULES } from '../lobby/table_form';
import { namedRules } from './ctrl';
import { t } from './text';
import { HouseRules } from './view';
import { styles } from '../lib/css';
import rulesSheet from './rules.module.css';

const css = styles(rulesSheet);

type Named = (typeof RULES)[number];

/** The rule set in the address: /rules#tda. */
const asked = (): Named => RULES.find(name => location.hash === `#${name}`) ?? 'tda';

export default function RulesPage() {
  const chosen = useSignal<Named>(asked());
  const isReady = useSignal(false);
  useEffect(() => {
    const look = () => (chosen.value = asked());
    addEventListener('hashchange', look);
    const ready = () => (isReady.value = true);
    namedRules().then(ready, ready);
    return () => removeEventListener('hashchange', look);
  }, []);
  const title = `${t('title')} · pokermasa`;
  useTitle(title);
  return (
    <Shell>
      <div class={css('page rules')}>
        <h1>{t('title')}</h1>
        <p class="soft">{t('words')}</p>
        <Radios
          label={t('which')}
          value={chosen.value}
          options={RULES.map((name): [Named, string] => [name, lobby(`rules.${name}`)])}
          choose={name => {
            chosen.value = name;
            history.replaceState(null, '', `#${name}`);
          }}
        />
        <section class="panel" aria-live="polite">
          <p>{lobby(`rules.${chosen.value}.words`)}</p>
          <HouseRules rules={chosen.value} />
        </section>
        {/* The list appears after the content above it, which would push it down. */}
        {isReady.value && (
          <section class="panel">
            <h2>{t('shared')}</h2>
            <ul>
              <li>{t('shared.players')}</li>
              <li>{t('shared.matched')}</li>
              <li>{t('shared.pots')}</li>
              <li>{t('shared.whole')}</li>
            </ul>
          </section>
        )}
      </div>
    </Shell>
  );
}

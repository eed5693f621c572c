/** House rules in plain words, on the rules page and at every table. */

import { useEffect, useState } from 'preact/hooks';
import type { Rules } from '../lib/api';
import { t as shared } from '../lib/i18n';
import { errorText } from '../lib/net/rest';
import { namedRules } from './ctrl';
import { optionsOf, relevant } from './house';
import { t, titleOf, wordsFor } from './text';
import { styles } from '../lib/css';
import rulesSheet from './rules.module.css';

const css = styles(rulesSheet);

/** *rules* in the server's form: "tda", "masa, betting=pot limit". */
export function HouseRules({ rules }: { rules: string }) {
  const [named, setNamed] = useState<Rules[] | null>(null);
  const [failure, fail] = useState('');
  useEffect(() => {
    namedRules().then(setNamed, error => fail(errorText(error)));
  }, []);
  if (failure) return <p class="bad">{failure}</p>;
  if (!named) return <p class="soft">{shared('loading')}</p>;
  const options = optionsOf(rules, named);
  if (!options) return <p>{t('unknown', { rules })}</p>;
  return (
    <dl class={css('house')}>
      {relevant(options).map(([option, value]) => (
        <div key={option}>
          <dt>{titleOf(option)}</dt>
          <dd>{wordsFor(option, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

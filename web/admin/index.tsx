/** The admin page. It offers the commands of `masa admin` except those for tokens, admins and
 * files. */

import { useSignal } from '@preact/signals';
import { Empty, Waiting } from '../lib/parts/empty';
import { me } from '../lib/net/me';
import { go } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { useTitle } from '../lib/frame/title';
import { Accounts } from './accounts';
import { codePrompt } from './ctrl';
import { Games } from './games';
import { Log } from './log';
import { CodeDialog } from './code_dialog';
import { Reports } from './reports';
import { Room } from './room';
import { t } from './text';
import { styles } from '../lib/css';
import adminSheet from './admin.module.css';

const css = styles(adminSheet);

const SECTIONS = { accounts: Accounts, games: Games, room: Room, reports: Reports, log: Log };
type Section = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Section[];

export default function AdminPage() {
  const section = useSignal<Section>('accounts');
  useTitle(`${t('title')} · pokermasa`);
  const Shown = SECTIONS[section.value];
  const isKnown = me.value !== undefined;
  return (
    <Shell>
      <div class={css('desk')}>
        <h1>{t('title')}</h1>
        {isKnown && me.value?.role !== 'admin' ? (
          <Empty
            icon="host"
            text={t('not_admin')}
            action={t('to_account')}
            act={() => go('/account')}
          />
        ) : (
          <>
            <div class="choice" role="group" aria-label={t('sections')}>
              {NAMES.map(name => (
                <button
                  key={name}
                  type="button"
                  aria-pressed={name === section.value}
                  onClick={() => (section.value = name)}
                >
                  {t(`section.${name}`)}
                </button>
              ))}
            </div>
            <section aria-label={t(`section.${section.value}`)}>
              {/* The tabs are shown before the account is known, so that the page does not jump. */}
              {isKnown ? (
                <Shown />
              ) : (
                <>
                  <div class={css('find')} />
                  <Waiting text={t('loading')} failure="" />
                </>
              )}
            </section>
          </>
        )}
      </div>
      {codePrompt.value && <CodeDialog />}
    </Shell>
  );
}

/** The browsers that are logged in to this account. */

import { useEffect, useMemo } from 'preact/hooks';
import { trying } from '../lib/parts/toast';
import { Sessions } from './ctrl';
import { deviceOf } from './device';
import { day, t } from './text';
import { styles } from '../lib/css';
import accountSheet from './account.module.css';

const css = styles(accountSheet);

export function SessionList() {
  const sessions = useMemo(() => new Sessions(), []);
  useEffect(() => void trying(sessions.fetch()), []);
  return (
    <section class="panel">
      <h2>{t('sessions')}</h2>
      {sessions.all.value === null ? (
        <span class={css('waiting line')} />
      ) : (
        <ul class={css('lines')}>
          {sessions.all.value.map(({ id, agent, created, seen, here }) => (
            <li key={id}>
              <span>
                {deviceOf(agent) || t('session.unknown')}
                <span class="soft">
                  {here
                    ? t('session.here')
                    : seen
                      ? t('session.seen', { day: day(seen) })
                      : t('session.since', { day: day(created) })}
                </span>
              </span>
              {!here && (
                <button
                  type="button"
                  class="small danger"
                  aria-label={t('session.log_out', {
                    device: deviceOf(agent) || t('session.unknown'),
                  })}
                  onClick={() => void trying(sessions.revoke(id))}
                >
                  {t('log_out')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

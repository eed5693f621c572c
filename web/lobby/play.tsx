/** The panel at the top of the lobby: play now, open a table, return to the user's seats. */

import type { Place } from '../lib/api';
import { Card } from '../lib/parts/card';
import { number, refusalText, tableName } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { GuestName } from '../lib/frame/guest';
import { me, nameError } from '../lib/net/me';
import { Refusal, errorText } from '../lib/net/rest';
import { go, Link } from '../lib/frame/router';
import { toast, trying } from '../lib/parts/toast';
import type { LobbyCtrl } from './ctrl';
import { isFree, stakesOf } from './filter';
import { ShareButton } from '../lib/parts/share';
import { onlyHosted, pathOf, type Table } from './table';
import { t } from './text';
import { styles } from '../lib/css';
import lobbySheet from './lobby.module.css';

const css = styles(lobbySheet);

const MOST_STAKES = 4;

interface Props {
  ctrl: LobbyCtrl;
  open(kind: 'public' | 'private'): void;
}

export function Play({ ctrl, open }: Props) {
  const isSeeking = ctrl.seeking.value !== null;
  const play = (big?: number): Promise<void> =>
    ctrl.playNow(big).catch((error: unknown) => {
      const isNowhere = error instanceof Refusal && error.code === 'NO_SIDE_FREE';
      // If no table has a free side, the user opens one.
      if (isNowhere && !ctrl.isBroke) return open('public');
      if (nameError.peek()) return;
      toast(isNowhere ? refusalText('NOT_ENOUGH_CHIPS', '') : errorText(error), true);
      if (isNowhere) go('/account');
    });
  return (
    <section class={css('play')} aria-labelledby="play">
      {me.value && <Seated tables={me.value.seated} />}
      <div class={css('felt')}>
        <div class={css('fan')} aria-hidden="true">
          <Card card="As" />
          <Card card="Kh" />
        </div>
        <h1 id="play">{t('headline')}</h1>
        <p class={css('promise')}>{t('promise')}</p>
        <div class={css('as')}>
          {me.value === null && <GuestName />}
          {me.value && <p>{t('playing_as', { name: me.value.name })}</p>}
        </div>
        <button type="button" class={css('go')} aria-busy={isSeeking} onClick={() => void play()}>
          <Icon name="play" />
          {isSeeking ? t('seeking') : t('play_now')}
        </button>
        <Stakes ctrl={ctrl} play={play} />
      </div>
      {me.value && <Opened ctrl={ctrl} tables={onlyHosted(me.value)} />}
      <div class={css('own-table')}>
        <button type="button" onClick={() => open('private')}>
          <Icon name="people" />
          {t('with_friends')}
        </button>
        <button type="button" onClick={() => open('public')}>
          <Icon name="plus" />
          {t('new_table')}
        </button>
      </div>
    </section>
  );
}

/** Buttons to play at chosen stakes, if there is a choice. */
function Stakes({ ctrl, play }: { ctrl: LobbyCtrl; play(big: number): Promise<void> }) {
  const chips = me.value?.chips ?? Infinity;
  const byBig = new Map<number, Table>();
  for (const table of ctrl.tables.value ?? [])
    if (isFree(table) && table.least_buy_in <= chips && !byBig.has(table.big))
      byBig.set(table.big, table);
  const found = [...byBig.values()].sort((one, other) => one.big - other.big);
  if (ctrl.tables.value !== null && found.length < 2) return null;
  return (
    <div class={css('stakes')} role="group" aria-label={t('at_stakes')}>
      {ctrl.tables.value === null && <span class="waiting" />}
      {found.slice(0, MOST_STAKES).map(table => (
        <button
          key={table.big}
          type="button"
          class="number"
          aria-label={t('play_at', { stakes: stakesOf(table) })}
          aria-busy={ctrl.seeking.value === table.big}
          onClick={() => void play(table.big)}
        >
          {number(table.small)}/{number(table.big)}
        </button>
      ))}
    </div>
  );
}

/** The user's seats come first, because a hand may wait there. */
function Seated({ tables }: { tables: Place[] }) {
  return (
    <>
      {tables.map(({ masa, name, key, small, big }) => (
        <Link key={masa} to={pathOf(masa, key)} class={css('button main back')}>
          <span>
            {t('back_to')} <bdi>{tableName(name)}</bdi>{' '}
            <span class="number">
              {number(small)}/{number(big)}
            </span>
          </span>
          <Icon name="next" />
        </Link>
      ))}
    </>
  );
}

/** Tables that the user has opened without a seat there: links to go, share and close. */
function Opened({ ctrl, tables }: { ctrl: LobbyCtrl; tables: Place[] }) {
  if (!tables.length) return null;
  return (
    <section class={css('panel own')} aria-labelledby="opened">
      <h2 id="opened">{t('hosted')}</h2>
      <ul>
        {tables.map(({ masa, name, key, small, big }) => (
          <li key={masa}>
            <Link to={pathOf(masa, key)}>
              <bdi>{name}</bdi>
              <span class="soft number">
                {number(small)}/{number(big)}
              </span>
            </Link>
            <ShareButton name={name} path={pathOf(masa, key)} />
            <button
              type="button"
              class="plain round"
              aria-label={t('close_table', { name })}
              title={t('close_table', { name })}
              onClick={() => void trying(ctrl.closeTable(masa))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

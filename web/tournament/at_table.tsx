/** The parts of a tournament that its tables need: rebuy, add-on, deal, and following a player from
 * table to table. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../lib/parts/dialog';
import { lazy } from '../lib/parts/lazy';
import { number } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { me } from '../lib/net/me';
import { go } from '../lib/frame/router';
import { socket, type NewRequest } from '../lib/net/socket';
import { toast, trying } from '../lib/parts/toast';
import type { TournamentEvent } from '../lib/wire';
import { announce } from '../lib/parts/announce';
import type { TournamentState } from './fold';
import { subscribe } from './subscription';
import { followedName, tablePath, nextTable } from './next_table';
import { t } from '../masa/text';
import { styles } from '../lib/css';
import masaSheet from '../masa/masa.module.css';

const css = styles(masaSheet);

export interface TournamentControlsProps {
  id: string;
  masa: string;
  tableKey: string;
  /** The user's chips. Null for spectators. */
  stack: number | null;
}

const isMe = (player: { name: string }): boolean => player.name === me.peek()?.name;

const Deal = lazy(() => import('./deal').then(found => found.Deal));

/** Events that the table itself does not show. */
const SHOWN_EVENTS = /^(deal_|announced|disqualified|eliminated)/;

/** Shows an event with the text of the tournament page. It is fetched on demand, because few tables
 * need it. */
async function showEvent(event: TournamentEvent, isSeen: boolean): Promise<void> {
  const { linesOf } = await import('./events');
  for (const { line, isSpoken } of linesOf(event)) {
    if (isSeen) toast(line());
    else if (isSpoken || event.event === 'deal_answered') announce(line());
  }
}

/** The table to which the event sends this player. Null if it does not. */
function sentTo(event: TournamentEvent, name: string | null): string | null {
  if ((event.event !== 'moved' && event.event !== 'seated') || event.name !== name) return null;
  return event.event === 'moved' ? event.to : event.masa;
}

export function TournamentControls({ id, masa, tableKey, stack }: TournamentControlsProps) {
  const state = useSignal<TournamentState | null>(null);
  const name = useSignal(followedName(location.search));
  const isSure = useSignal(false);
  const isHidden = useSignal(false);
  useEffect(() => {
    name.value = followedName(location.search);
    let isFirst = true;
    const goTo = (to: string | null) => {
      if (to && to !== masa) go(tablePath(to, tableKey, name.peek()), true);
    };
    return subscribe(id, tableKey, {
      state: now => {
        state.value = now;
        // Only the first picture: an old link leads to the player's table. Later pictures may be
        // older than a move.
        if (isFirst && name.peek() !== null && !now.you?.masa)
          goTo(nextTable(masa, now, name.peek()));
        isFirst = false;
      },
      onEvents: events => {
        for (const event of events) {
          goTo(sentTo(event, name.peek()));
          if (event.event === 'deal_proposed') isHidden.value = false;
          const out = event.event === 'eliminated' ? event.players : [];
          // The user's own elimination has a dialog of its own.
          if (SHOWN_EVENTS.test(event.event) && !out.some(isMe))
            void showEvent(
              event,
              out.some(player => player.name === name.peek()),
            );
        }
      },
      onError: () => undefined,
    });
  }, [id, masa]);
  const now = state.value;
  if (!now?.figures) return null;
  const { tournament, figures, you, deal, at } = now;
  const friend = now.standings.find(row => row.name === name.value);
  const isFollowing = name.value !== null && stack === null && friend?.status !== 'out';
  const isPlaying = stack !== null && you?.masa != null;
  const isRunning = figures.status === 'running' || figures.status === 'paused';
  const want = (ask: 'rebuy' | 'add_on' | 'propose_deal') =>
    void trying(socket.ask({ do: ask, tournament: id } as NewRequest));
  const mayRebuy =
    isPlaying && isRunning && tournament.rebuys > 0 && figures.open && stack <= tournament.stack;
  // Deals make sense only near the prizes, after somebody is out, and between people.
  const isNear = figures.left > 1 && figures.left <= tournament.paid_places + 1;
  const isAmongPeople = !now.standings.some(row => row.status === 'playing' && row.bot);
  const isLate = isNear && figures.left < figures.entries && !figures.open;
  const mayDeal = isPlaying && isRunning && figures.final_table && isLate && isAmongPeople && !deal;
  return (
    <>
      <div class={css('beside-level')}>
        {isFollowing && (
          <span class={css('follows')}>
            <Icon name="user" />
            <span class="unseen">{t('following', { name: name.value! })}</span>
            <bdi class={css('long')} aria-hidden="true">
              {t('following', { name: name.value! })}
            </bdi>
            <bdi class={css('short')} aria-hidden="true">
              {name.value}
            </bdi>
            <button
              type="button"
              class="small"
              onClick={() => {
                name.value = null;
                go(tablePath(masa, tableKey), true);
              }}
            >
              {t('stop_following')}
            </button>
          </span>
        )}
        {mayRebuy && (
          <button type="button" class="small" onClick={() => want('rebuy')}>
            {t('rebuy')} <span class="number">{number(tournament.buy_in)}</span>
          </button>
        )}
        {isPlaying && you.may_add_on && (
          <button type="button" class="small" onClick={() => want('add_on')}>
            {t('add_on')}
          </button>
        )}
        {mayDeal && tournament.pool > 0 && (
          <button
            type="button"
            class="small"
            onClick={() => {
              if (isSure.value) want('propose_deal');
              isSure.value = !isSure.value;
            }}
          >
            {t(isSure.value ? 'propose_sure' : 'propose_deal')}
          </button>
        )}
      </div>
      {deal && !isHidden.value && (
        <Dialog title={t('deal')} close={() => (isHidden.value = true)}>
          <Deal
            deal={deal}
            you={you}
            at={at}
            answer={agrees =>
              void trying(socket.ask({ do: 'answer_deal', tournament: id, agrees }))
            }
          />
        </Dialog>
      )}
    </>
  );
}

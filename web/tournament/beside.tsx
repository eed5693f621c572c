/** What a table of a tournament needs of the tournament itself: a rebuy, an add-on, a deal; and to go
 * with somebody one follows from table to table. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Dialog } from '../lib/dialog';
import { lazy } from '../lib/lazy';
import { number } from '../lib/i18n';
import { Icon } from '../lib/icon';
import { withKey } from '../lib/key';
import { go } from '../lib/router';
import { socket, type Asking } from '../lib/socket';
import { toast, trying } from '../lib/toast';
import type { TournamentEvent } from '../lib/wire';
import { announce } from '../lib/announce';
import type { Picture } from './fold';
import { follow } from './follow';
import { t } from '../masa/text';

export interface BesideProps {
  id: string;
  masa: string;
  tableKey: string;
  /** One's own chips; null for who looks on. */
  stack: number | null;
}

const Deal = lazy(() => import('./deal').then(found => found.Deal));

/** In the words of the tournament's page, which few tables ever need. */
async function wordsOf(event: TournamentEvent): Promise<string[]> {
  const { newsOf } = await import('./news');
  return newsOf(event).map(({ line }) => line());
}

const followed = (): string | null => new URLSearchParams(location.search).get('follow');

/** The table somebody has been sent to, if they have. */
export function whereTo(event: TournamentEvent, name: string): string | null {
  if ((event.event !== 'moved' && event.event !== 'seated') || event.name !== name) return null;
  return event.event === 'moved' ? event.to : event.masa;
}

export function Beside({ id, masa, tableKey, stack }: BesideProps) {
  const picture = useSignal<Picture | null>(null);
  const name = useSignal(followed());
  const isSure = useSignal(false);
  const isHidden = useSignal(false);
  useEffect(() => {
    name.value = followed();
  }, [masa]);
  useEffect(
    () =>
      follow(id, tableKey, {
        picture: now => (picture.value = now),
        happened: events => {
          for (const event of events) {
            const to = name.peek() === null ? null : whereTo(event, name.peek()!);
            if (to && to !== masa)
              go(withKey(`/masa/${to}?follow=${encodeURIComponent(name.peek()!)}`, tableKey), true);
            if (event.event === 'deal_proposed') isHidden.value = false;
            if (/^(deal_|announced|disqualified)/.test(event.event))
              void wordsOf(event).then(lines => lines.forEach(announce));
            const isOut = (player: { name: string }) => player.name === name.peek();
            if (event.event === 'eliminated' && event.players.some(isOut))
              void wordsOf(event).then(lines => lines.forEach(line => toast(line)));
          }
        },
        failed: () => undefined,
      }),
    [id, masa],
  );
  const now = picture.value;
  if (!now?.figures) return null;
  const { tournament, figures, you, deal, at } = now;
  const friend = now.standings.find(row => row.name === name.value);
  const isFollowing = name.value !== null && stack === null && friend?.status !== 'out';
  const isPlaying = stack !== null && you?.masa != null;
  const isRunning = figures.status === 'running' || figures.status === 'paused';
  const want = (ask: 'rebuy' | 'add_on' | 'propose_deal') =>
    void trying(socket.ask({ do: ask, tournament: id } as Asking));
  const mayRebuy =
    isPlaying && isRunning && tournament.rebuys > 0 && figures.open && stack <= tournament.stack;
  const mayDeal = isPlaying && isRunning && figures.final_table && figures.left > 1 && !deal;
  return (
    <>
      <div class="beside-level">
        {isFollowing && (
          <span class="follows">
            <Icon name="user" />
            <bdi>{t('following', { name: name.value! })}</bdi>
            <button
              type="button"
              class="small"
              onClick={() => {
                name.value = null;
                go(withKey(`/masa/${masa}`, tableKey), true);
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

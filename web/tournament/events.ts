/** Tournament events as lines of text. A line becomes text only when it is read, so that it follows
 * the language. */

import { blindsText, clockText } from '../lib/level';
import { number, ordinal } from '../lib/i18n';
import type { TournamentEvent } from '../lib/wire';
import { t, type TextKey } from './text';

export type Line = () => string;

export interface EventLine {
  line: Line;
  /** Whether screen readers announce the line to everybody. */
  isSpoken: boolean;
}

interface Order {
  command: string;
  name: string | null;
  number: number | null;
}

/** The text of a director's command. */
export function orderText({ command, name, number: far }: Order): string {
  const isLong = command === 'pause' || command === 'break';
  const isTold = far !== null && ['pause', 'next_level', 'disqualify'].includes(command);
  return t(`order.${command}${isTold ? '_to' : ''}` as TextKey, {
    name: name ?? '',
    number: isLong ? clockText(1000 * (far ?? 0)) : number(far ?? 0),
  });
}

/** With more players than this, eliminations are not announced by voice. */
const MAX_ANNOUNCED = 18;

export function linesOf(event: TournamentEvent): EventLine[] {
  const loud = (line: Line): EventLine[] => [{ line, isSpoken: true }];
  const quiet = (line: Line): EventLine[] => [{ line, isSpoken: false }];
  switch (event.event) {
    case 'registered':
      return quiet(() => t('news.registered', { name: event.name }));
    case 'unregistered':
      return quiet(() => t('news.unregistered', { name: event.name }));
    case 'started':
      return loud(() => t('news.started', { n: event.entries }));
    case 'final_table':
      return loud(() => t('news.final_table'));
    case 'level_rose':
      return loud(() =>
        t('news.level', { level: event.level, blinds: blindsText(event.blinds, number) }),
      );
    case 'break_began':
      return loud(() => t('news.break', { time: clockText(event.length) }));
    case 'break_ended':
      return loud(() => t('news.break_over'));
    case 'paused':
      return loud(() => t('news.paused'));
    case 'resumed':
      return loud(() => t('news.resumed'));
    case 'hand_for_hand':
      return loud(() => t(event.value ? 'news.hand_for_hand' : 'news.money'));
    case 'moved':
      return quiet(() => t('news.moved', { name: event.name, table: /\d+$/.exec(event.to)![0] }));
    case 'eliminated':
      return event.players.map(({ name, prize }) => ({
        line: () =>
          t(prize ? 'news.out_prize' : 'news.out', {
            name,
            place: ordinal(event.place),
            prize: number(prize),
          }),
        isSpoken: event.left <= MAX_ANNOUNCED,
      }));
    case 'bounty':
      return quiet(() =>
        t('news.bounty', { name: event.by_name, other: event.name, amount: number(event.amount) }),
      );
    case 'rebought':
      return quiet(() => t('news.rebought', { name: event.name }));
    case 'added_on':
      return quiet(() => t('news.added_on', { name: event.name }));
    case 'announced':
      // The events that follow show the effect of the command, except how long a pause lasts.
      if (event.now && !event.name)
        return event.command === 'pause' && event.number ? quiet(() => orderText(event)) : [];
      return loud(() => orderText(event));
    case 'declined':
      return event.players.flatMap(({ name }) => quiet(() => t('news.declined', { name })));
    case 'disqualified':
      return loud(() =>
        t(event.prize ? 'news.disqualified_paid' : 'news.disqualified', {
          name: event.name,
          prize: number(event.prize),
        }),
      );
    case 'left':
      return loud(() => t('news.left', { name: event.name, prize: number(event.prize) }));
    case 'penalised':
      return loud(() => t('news.penalised', { name: event.name, n: event.hands }));
    case 'deal_proposed':
      return loud(() => t('news.deal', { name: event.deal.by }));
    case 'deal_answered':
      return quiet(() => t(event.agrees ? 'news.agrees' : 'news.refuses', { name: event.name }));
    case 'deal_over':
      return loud(() => t(event.made ? 'news.deal_made' : 'news.deal_off'));
    case 'cancelled':
      return loud(() =>
        t(
          event.why === 'too_few'
            ? 'news.too_few'
            : event.refund
              ? 'news.cancelled_refund'
              : 'news.cancelled',
        ),
      );
    case 'finished': {
      const [first] = event.results;
      return first ? loud(() => t('news.finished', { name: first.name })) : [];
    }
    default:
      return [];
  }
}

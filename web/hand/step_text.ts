/** The text of a step: for the list, for the line below the table, and for screen readers. */

import { cardText, nameOf } from '../masa/dealer_lines';
import type { StepData } from '../lib/api';
import { lang } from '../lib/settings';
import { t as masa } from '../masa/text';
import type { HandCtrl } from './ctrl';
import type { Step } from './step';
import { inChinese } from './bot_reason';
import { t } from './text';

export function stepText(ctrl: HandCtrl, step: Step, isSpoken = false): string {
  const name = step.stack === null ? '' : (ctrl.names.value[step.stack] ?? '');
  const amount = ctrl.chips(step.amount);
  switch (step.kind) {
    case 'start':
      return t('deals');
    case 'act':
      return masa(`says.${step.key!}`, { name: plain(name), amount });
    case 'back':
      return t('returns', { name: plain(name), amount });
    case 'board': {
      const cards = cardText(step.cards, isSpoken);
      const key = { F: 'says.flop', T: 'says.turn', R: 'says.river', P: 'says.board' } as const;
      const words = masa(key[step.round], { cards });
      return step.run ? `${t('on_board', { n: step.run + 1 })} ${words}` : words;
    }
    case 'end':
      return endOf(ctrl, step);
  }
}

function endOf(ctrl: HandCtrl, { scene: { game, second, result } }: Step): string {
  if (!result?.pots.length) return t('nobody_told');
  const boards = second ? [game!.board, second] : [game!.board];
  return result.pots
    .map((pots, at) => {
      const won = new Map<number, number>();
      for (const { winners } of pots)
        for (const { side, share } of winners) won.set(side, (won.get(side) ?? 0) + share);
      const lines = [...won].map(([side, share]) => {
        const cards = result.status === 'showdown' && game!.players[side]?.cards;
        const values = { name: plain(ctrl.names.value[side] ?? ''), amount: ctrl.chips(share) };
        return cards
          ? t('wins_with', { ...values, hand: nameOf(cards, boards[at] ?? []) })
          : t('split', values);
      });
      return [boards.length > 1 ? t('on_board', { n: at + 1 }) : '', ...lines]
        .filter(Boolean)
        .join(' ');
    })
    .join(' ');
}

/** The name without the mark for bots. The drawing shows an icon instead. */
export const plain = (name: string): string => name.replace(/ \(bot\)$/, '');

/** An act in Uci, at the decision of *study*, as the label of its button. */
export function actText(
  ctrl: Pick<HandCtrl, 'chips'>,
  act: string,
  { board, odds }: Pick<StepData, 'board' | 'odds'>,
): string {
  if (act === 'FO') return masa('fold');
  if (act === 'CH') return masa('check');
  if (act === 'CA') return masa('tag.CA');
  if (act === 'AC') return masa('call_all_in', { amount: ctrl.chips(odds?.to_call ?? 0) });
  const to = Number(act.slice(2));
  if (!to) return masa('size.all_in');
  const isBet = !odds?.to_call && board.length > 0;
  return masa(isBet ? 'bet_to' : 'raise_to', { amount: ctrl.chips(to) });
}

export const percent = (part: number, places = 1): string => `${(100 * part).toFixed(places)}%`;

/** A house bot's reason, translated if the user reads Chinese. */
export const reasonText = (words: string): string =>
  lang.value === 'zh' ? inChinese(words) : words;

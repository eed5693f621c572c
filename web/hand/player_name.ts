/** The displayed name of a player. Placeholders for players without a name are translated. */

import type { HandData } from '../lib/api';
import { t } from './text';

export function shownName(name: string, { masa }: Pick<HandData, 'masa'>): string {
  const [, state, side] = /^\((private|gone) (\d+)\)$/.exec(name) ?? [];
  if (state) return t(state === 'gone' ? 'gone_player' : 'private_player', { n: Number(side) + 1 });
  // "Player 1" stands for a player of a hand that was shared without names.
  const [, number] = (!masa && /^Player (\d+)$/.exec(name)) || [];
  return number ? t('player_number', { n: number }) : name;
}

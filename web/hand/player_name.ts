/** The name of a player as it is shown: those without one are called something in each language. */

import type { HandData } from '../lib/api';
import { t } from './text';

export function shownName(name: string, { masa }: Pick<HandData, 'masa'>): string {
  const [, state, side] = /^\((private|gone) (\d+)\)$/.exec(name) ?? [];
  if (state) return t(state === 'gone' ? 'gone_player' : 'private_player', { n: Number(side) + 1 });
  // A hand shared without names.
  const [, number] = (!masa && /^Player (\d+)$/.exec(name)) || [];
  return number ? t('player_number', { n: number }) : name;
}

/** The form for a new table: its values, their checks, and the request. */

import type { Betting, NewTable } from '../lib/api';
import { areBlinds, isWhole } from '../lib/number';
import type { Pace } from '../opening/field';

export const STAKES: [small: number, big: number][] = [
  [1, 2],
  [5, 10],
  [10, 20],
  [25, 50],
  [50, 100],
];
export const RULES = ['tda', 'masa', 'classic', 'limit', 'botpoker'] as const;
/** Under these, the small blind is exactly half of the big blind (tests/web/test_rules_text.py). */
export const HALF: readonly string[] = ['limit', 'botpoker'];
export const BETTINGS: Betting[] = ['no limit', 'pot limit', 'fixed limit'];
/** Who owes a blind before the next hand, as in `terms.entry`. */
export const ENTRIES = ['returning', 'blind', 'free'] as const;
/** Seconds for which the winners of a showdown are shown. Null for the server's default. */
export const SHOWN = [2, null, 8] as const;
export const MOST_SIDES = 10;

export interface Wish {
  name: string;
  isPrivate: boolean;
  small: number;
  big: number;
  sides: number;
  rules: (typeof RULES)[number];
  betting: Betting;
  pace: Pace;
  shown: (typeof SHOWN)[number];
  ante: number;
  /** Whether the big blind pays the ante for everybody. */
  bigBlindAnte: boolean;
  /** In big blinds. */
  leastBuyIn: number;
  mostBuyIn: number;
  bots: boolean;
  approval: boolean;
  entry: (typeof ENTRIES)[number];
  straddle: boolean;
  runTwice: boolean;
  rabbit: boolean;
  /** Whether the host must accept every buy-in. */
  buyIns: boolean;
  /** Whether the table has chips of its own. Only for private tables without bots. */
  ownChips: boolean;
}

export const usual = (isPrivate: boolean): Wish => ({
  name: '',
  isPrivate,
  small: 1,
  big: 2,
  sides: 6,
  rules: 'tda',
  betting: 'no limit',
  pace: null,
  shown: null,
  ante: 0,
  bigBlindAnte: false,
  leastBuyIn: 20,
  mostBuyIn: 200,
  bots: !isPrivate,
  approval: false,
  entry: 'returning',
  straddle: false,
  runTwice: true,
  rabbit: isPrivate,
  buyIns: false,
  ownChips: false,
});

export type Fault = 'blinds' | 'half' | 'ante' | 'buy_in';

/** The fields that the server would refuse, for a message beside the field. */
export function faultsOf(wish: Wish): Fault[] {
  const faults: Fault[] = [];
  if (!areBlinds(wish.small, wish.big)) faults.push('blinds');
  else if (HALF.includes(wish.rules) && 2 * wish.small !== wish.big) faults.push('half');
  if (!isWhole(wish.ante)) faults.push('ante');
  if (!(wish.leastBuyIn >= 1) || !(wish.mostBuyIn >= wish.leastBuyIn)) faults.push('buy_in');
  return faults;
}

export function toSend(wish: Wish, nameOtherwise: string) {
  return {
    name: wish.name.trim() || nameOtherwise,
    sides: wish.sides,
    small: wish.small,
    big: wish.big,
    ante: wish.ante,
    big_blind_ante: wish.bigBlindAnte && wish.ante > 0,
    rules: wish.rules,
    betting: wish.betting,
    act_time: wish.pace && wish.pace * 1000,
    show_time: wish.shown && wish.shown * 1000,
    least_buy_in: Math.round(wish.leastBuyIn * wish.big),
    most_buy_in: Math.round(wish.mostBuyIn * wish.big),
    entry: wish.entry,
    straddle: wish.straddle,
    run_twice: wish.runTwice,
    rabbit: wish.rabbit,
    private: wish.isPrivate,
    approval: wish.approval,
    buy_ins: wish.buyIns,
    own_chips: wish.ownChips && wish.isPrivate && !wish.bots,
    bots: wish.bots,
  } satisfies NewTable;
}

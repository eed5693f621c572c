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
/** Rules in which the small blind is half of the big blind (tests/web/test_rules_text.py). */
export const HALF: readonly string[] = ['limit', 'botpoker'];
export const BETTINGS: Betting[] = ['no limit', 'pot limit', 'fixed limit'];
/** Who owes a blind before the next hand, as in `terms.entry`. */
export const ENTRIES = ['returning', 'blind', 'free'] as const;
/** Seconds for which the winners of a showdown are shown. Null for the server's default. */
export const SHOWN = [2, null, 8] as const;
export const MOST_SIDES = 10;

/** Big blinds in the least buy-in beside house bots. */
const LEAST_BESIDE_BOTS = 20;

export interface TableForm {
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

export const defaults = (isPrivate: boolean): TableForm => ({
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
export function faultsIn(form: TableForm): Fault[] {
  const faults: Fault[] = [];
  const { small, big, ante, bots } = form;
  if (!areBlinds(small, big)) faults.push('blinds');
  else if (HALF.includes(form.rules) && 2 * small !== big) faults.push('half');
  else if (bots && small < Math.floor(big / 2)) faults.push('blinds');
  if (!isWhole(ante) || (bots && ante > big)) faults.push('ante');
  const least = bots ? LEAST_BESIDE_BOTS : 1;
  if (!(form.leastBuyIn >= least) || !(form.mostBuyIn >= form.leastBuyIn)) faults.push('buy_in');
  return faults;
}

export function requestOf(form: TableForm, defaultName: string) {
  return {
    name: form.name.trim() || defaultName,
    sides: form.sides,
    small: form.small,
    big: form.big,
    ante: form.ante,
    big_blind_ante: form.bigBlindAnte && form.ante > 0,
    rules: form.rules,
    betting: form.betting,
    act_time: form.pace && form.pace * 1000,
    show_time: form.shown && form.shown * 1000,
    least_buy_in: Math.round(form.leastBuyIn * form.big),
    most_buy_in: Math.round(form.mostBuyIn * form.big),
    entry: form.bots && form.entry === 'free' ? 'returning' : form.entry,
    straddle: form.straddle,
    run_twice: form.runTwice,
    rabbit: form.rabbit,
    private: form.isPrivate,
    approval: form.approval,
    buy_ins: form.buyIns,
    own_chips: form.ownChips && form.isPrivate && !form.bots,
    bots: form.bots,
  } satisfies NewTable;
}

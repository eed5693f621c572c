/** What an act in Uci is called: a raise nobody was under is a bet, and all in is all in. */
export function actKey(
  act: string,
  isFirst: boolean,
): 'FO' | 'CH' | 'CA' | 'AC' | 'AA' | 'BET' | 'RR' {
  if (act === 'FO' || act === 'CH' || act === 'CA' || act === 'AC') return act;
  if (act === 'AH' || act === 'AF' || act === 'AA') return 'AA';
  return isFirst ? 'BET' : 'RR';
}

/** The catalogue key for an act in Uci. A raise without a previous bet is a bet. All-ins of every kind
 * share one key. */
export function actKey(
  act: string,
  isFirst: boolean,
): 'FO' | 'CH' | 'CA' | 'AC' | 'AA' | 'BET' | 'RR' {
  if (act === 'FO' || act === 'CH' || act === 'CA' || act === 'AC') return act;
  if (act === 'AH' || act === 'AF' || act === 'AA') return 'AA';
  return isFirst ? 'BET' : 'RR';
}

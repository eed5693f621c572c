/** The amount that a player has won or lost. */

import { number } from '../../lib/i18n';
import { styles } from '../../lib/css';
import replaySheet from '../replay.module.css';

const css = styles(replaySheet);

interface Props {
  /** Null if unknown. */
  net: number | null;
  show?(value: number): string;
}

export function Profit({ net, show = number }: Props) {
  if (net === null) return <span class={css('net number')}>–</span>;
  const sign = net > 0 ? '+' : net < 0 ? '−' : '';
  return (
    <span class={css(`net number ${net > 0 ? 'up' : net < 0 ? 'down' : ''}`)}>
      {sign + show(Math.abs(net))}
    </span>
  );
}

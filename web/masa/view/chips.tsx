/** Stacks of chips seen from above: one column per value, the largest first. */

import { styles } from '../../lib/css';
import clothSheet from '../cloth.module.css';

const css = styles(clothSheet);

const VALUES: [value: number, colour: string][] = [
  [1_000_000, 'gold'],
  [100_000, 'pink'],
  [25_000, 'teal'],
  [5_000, 'orange'],
  [1_000, 'yellow'],
  [500, 'purple'],
  [100, 'black'],
  [25, 'green'],
  [5, 'red'],
  [1, 'white'],
];
const COLUMNS = 3;
const TALLEST = 5;

/** The fewest chips for an amount. Tall columns are cut to a visible height. */
export function columns(amount: number, most = COLUMNS): [colour: string, count: number][] {
  const found: [string, number][] = [];
  let left = amount;
  for (const [value, colour] of VALUES) {
    const count = Math.floor(left / value);
    if (!count) continue;
    left -= count * value;
    found.push([colour, Math.min(count, TALLEST)]);
    if (found.length === most) break;
  }
  return found;
}

/** *most* is the number of columns, for places with little room. */
export function Chips({ amount, most }: { amount: number; most?: number | undefined }) {
  const piles = columns(amount, most);
  const tallest = Math.max(1, ...piles.map(([, count]) => count));
  const width = piles.length * 21 + 3;
  const height = 15 + tallest * 4;
  return (
    <svg
      class={css('chips')}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {piles.map(([colour, count], column) => (
        <g
          key={colour}
          class={css(`chip ${colour}`)}
          transform={`translate(${column * 21 + 1.5} 0)`}
        >
          {Array.from({ length: count }, (_, index) => (
            <Chip key={index} y={height - 11 - index * 4} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Chip({ y }: { y: number }) {
  return (
    <g transform={`translate(0 ${y})`}>
      <path
        class={css('edge')}
        d="M.5 3.500v3.500c0 1.900 4.500 3.500 10 3.500s10-1.600 10-3.500V3.500z"
      />
      <path class={css('mark')} d="M4 6.200v3.300M10.500 7.200v3.300M17 6.200v3.300" />
      <ellipse class={css('face')} cx="10.500" cy="3.500" rx="10" ry="3.500" />
      <ellipse class={css('ring')} cx="10.500" cy="3.500" rx="6.500" ry="2.200" />
    </g>
  );
}

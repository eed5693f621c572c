/** The 13 × 13 grid of starting hands: one to view, one to paint. */

import { useRef } from 'preact/hooks';
import { className, RANKS, SIDE, type Weights } from '../range';
import { styles } from '../css';
import gridSheet from './grid.module.css';

const css = styles(gridSheet);

interface GridProps {
  /** Values from 0 to 1. Null for an empty cell. */
  values: readonly (readonly (number | null)[])[];
  /** Accessible name. Empty if the grid only illustrates a text. */
  label: string;
  /** Whether the cells show their values in percent too. */
  isNumbered?: boolean;
}

export function RangeGrid({ values, label, isNumbered = false }: GridProps) {
  return (
    <div
      class={css(isNumbered ? 'grid13 numbered' : 'grid13')}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {values.flatMap((line, row) =>
        line.map((value, column) => (
          <span
            key={`${row}.${column}`}
            class={css(value ? (value > 0.55 ? 'cell full' : 'cell some') : 'cell')}
            style={{ '--weight': value ?? 0 }}
            title={value === null ? undefined : `${className(row, column)} ${percent(value)}`}
          >
            {className(row, column)}
            {isNumbered && value !== null && <small>{Math.round(100 * value)}</small>}
          </span>
        )),
      )}
    </div>
  );
}

const percent = (value: number): string => `${Math.round(100 * value)}%`;

interface PaintProps {
  weights: Weights;
  label: string;
  /** Weight that a painted cell gets. A cell that has this weight already becomes empty. */
  brush?: number;
  paint(row: number, column: number, to: number): void;
}

/** Painting works by touch, by dragging the mouse, and with arrow keys and the space bar. */
export function PaintGrid({ weights, label, brush = 1, paint }: PaintProps) {
  const ref = useRef<HTMLDivElement>(null);
  const stroke = useRef<number | null>(null);
  const placeOf = (element: Element | null): [number, number] | null => {
    const cell = element?.closest<HTMLElement>('[data-cell]');
    if (!cell || !ref.current?.contains(cell)) return null;
    const [row, column] = cell.dataset.cell!.split('.').map(Number);
    return [row!, column!];
  };
  const fill = (place: [number, number] | null) => {
    if (place && stroke.current !== null && weights[place[0]]![place[1]] !== stroke.current)
      paint(...place, stroke.current);
  };
  const toggled = ([row, column]: [number, number]) =>
    weights[row]![column] === brush ? 0 : brush;
  const onPointerDown = (event: PointerEvent) => {
    const place = placeOf(event.target as Element);
    if (!place || event.button) return;
    stroke.current = toggled(place);
    fill(place);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (stroke.current === null) return;
    if (!event.buttons) stroke.current = null;
    else fill(placeOf(document.elementFromPoint(event.clientX, event.clientY)));
  };
  const stop = () => (stroke.current = null);
  /** Screen readers click without pointer events. */
  const onClick = (event: MouseEvent) => {
    const place = event.detail === 0 && placeOf(event.target as Element);
    if (place) paint(...place, toggled(place));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target as Element);
    if (!place) return;
    const [row, column] = place;
    const to = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [row, 0],
      End: [row, SIDE - 1],
    }[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      paint(row, column, toggled(place));
    } else if (to) {
      event.preventDefault();
      event.stopPropagation();
      const next = ref.current!.querySelector<HTMLElement>(`[data-cell="${to.join('.')}"]`);
      if (!next) return;
      for (const cell of ref.current!.querySelectorAll<HTMLElement>('[data-cell]'))
        cell.tabIndex = cell === next ? 0 : -1;
      next.focus();
    }
  };
  return (
    <div
      ref={ref}
      class={css('grid13 painting')}
      role="group"
      aria-label={label}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {RANKS.split('').flatMap((_, row) =>
        RANKS.split('').map((_, column) => {
          const weight = weights[row]![column]!;
          const name = className(row, column);
          return (
            <button
              key={name}
              type="button"
              class={css(weight > 0.55 ? 'cell full' : weight ? 'cell some' : 'cell')}
              style={{ '--weight': weight }}
              data-cell={`${row}.${column}`}
              aria-pressed={weight > 0}
              aria-label={weight && weight < 1 ? `${name} ${percent(weight)}` : name}
              tabIndex={row || column ? -1 : 0}
            >
              {name}
            </button>
          );
        }),
      )}
    </div>
  );
}

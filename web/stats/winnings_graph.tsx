/** The winnings graph. It can be read by pointer, by keyboard, and as a table by screen readers. */

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { WinningsPoint } from '../lib/api';
import { number } from '../lib/i18n';
import {
  pointAt,
  valueRange,
  pathOf,
  scaleOf,
  SERIES,
  sample,
  START,
  ticks,
  valueOf,
  type Series,
} from './graph';
import { blinds } from './blinds';
import { t } from './text';
import { styles } from '../lib/css';
import figuresSheet from './figures.module.css';

const css = styles(figuresSheet);

const HEIGHT = 340;
const ROWS = 12;
const EDGE = { left: 58, right: 14, top: 12, bottom: 30 };

export function Graph({ line: points }: { line: WinningsPoint[] }) {
  const line = [START, ...points];
  const last = line[line.length - 1]!;
  const ref = useRef<HTMLDivElement>(null);
  const width = useSignal(800);
  const shown = useSignal<readonly Series[]>(['won', 'adjusted', 'showdown', 'without']);
  const hands = useSignal<number | null>(null);
  useLayoutEffect(() => {
    const measure = () => (width.value = Math.max(280, ref.current!.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  const box = { ...EDGE, width: width.value, height: HEIGHT };
  const ends = valueRange(line, shown.value);
  const scale = scaleOf(last.hands, ends, box);
  const point = pointAt(line, hands.value ?? last.hands);
  const look = (event: PointerEvent) => {
    const { left } = ref.current!.getBoundingClientRect();
    const part = (event.clientX - left - box.left) / (box.width - box.left - box.right);
    hands.value = Math.max(0, Math.min(last.hands, Math.round(part * last.hands)));
  };
  const toggle = (series: Series) => {
    const others = shown.peek().filter(other => other !== series);
    shown.value = others.length === shown.peek().length ? [...others, series] : others;
  };
  return (
    <figure class={css('graph')}>
      <div class={css('legend')} role="group" aria-label={t('lines')}>
        {SERIES.map(series => (
          <button
            key={series}
            type="button"
            class={css(`small ${series}`)}
            aria-pressed={shown.value.includes(series)}
            onClick={() => toggle(series)}
          >
            <span class={css('swatch')} aria-hidden="true" />
            {t(`line.${series}`)}
          </button>
        ))}
      </div>
      <div ref={ref} class={css('plot')} onPointerMove={look} onPointerDown={look}>
        <svg
          viewBox={`0 0 ${box.width} ${box.height}`}
          width={box.width}
          height={box.height}
          role="img"
          aria-label={t('graph', {
            hands: number(last.hands),
            won: blinds(last.won),
            adjusted: blinds(last.adjusted),
          })}
        >
          {ticks(...ends, 5).map(value => (
            <g key={value}>
              <line
                class={css(value ? 'rule' : 'rule zero')}
                x1={box.left}
                x2={box.width - box.right}
                y1={scale.y(value)}
                y2={scale.y(value)}
              />
              <text x={box.left - 8} y={scale.y(value)} text-anchor="end" dy="0.35em">
                {number(value)}
              </text>
            </g>
          ))}
          {ticks(0, Math.max(1, last.hands), box.width / 130)
            .filter(Number.isInteger)
            .map(value => (
              <text
                key={value}
                x={scale.x(value)}
                y={box.height - 8}
                text-anchor={value ? 'middle' : 'start'}
              >
                {number(value)}
              </text>
            ))}
          {SERIES.filter(series => shown.value.includes(series)).map(series => (
            <path key={series} class={css(`series ${series}`)} d={pathOf(line, series, scale)} />
          ))}
          {hands.value !== null && (
            <line
              class={css('cursor')}
              x1={scale.x(point.hands)}
              x2={scale.x(point.hands)}
              y1={box.top}
              y2={box.height - box.bottom}
            />
          )}
        </svg>
      </div>
      <input
        type="range"
        min={0}
        max={last.hands}
        value={hands.value ?? last.hands}
        aria-label={t('at_hand')}
        aria-valuetext={reading(point)}
        onInput={event => (hands.value = Number(event.currentTarget.value))}
      />
      <figcaption class="number">{reading(point)}</figcaption>
      <details>
        <summary>{t('as_table')}</summary>
        <table class={css('figures number')}>
          <thead>
            <tr>
              <th scope="col">{t('hands')}</th>
              {SERIES.map(series => (
                <th key={series} scope="col">
                  {t(`line.${series}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample(line, ROWS).map(row => (
              <tr key={row.hands}>
                <th scope="row">{number(row.hands)}</th>
                {SERIES.map(series => (
                  <td key={series}>{blinds(valueOf(row, series))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function reading(point: WinningsPoint): string {
  return t('reading', {
    hands: number(point.hands),
    won: blinds(point.won),
    adjusted: blinds(point.adjusted),
    showdown: blinds(point.showdown),
    without: blinds(valueOf(point, 'without')),
  });
}

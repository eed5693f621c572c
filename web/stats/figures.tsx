/** Statistics of a player: totals, by position, by stakes. */

import type { Figures, PositionFigures, StakesFigures } from '../lib/api';
import { number } from '../lib/i18n';
import { blinds } from './blinds';
import { t } from './text';
import { styles } from '../lib/css';
import figuresSheet from './figures.module.css';

const css = styles(figuresSheet);

type Rate = Exclude<
  keyof Figures,
  'hands' | 'bb_100' | 'bb_100_within' | 'bb_100_before_rake' | 'rake_bb'
>;

const RATES: readonly Rate[] = [
  'vpip',
  'pfr',
  'three_bet',
  'fold_to_three_bet',
  'c_bet',
  'fold_to_c_bet',
  'steal',
  'fold_to_steal',
  'aggression',
  'wtsd',
  'won_at_showdown',
  'four_bet',
  'fold_to_four_bet',
];
/** The columns of the tables, which have less room than the totals. */
const COLUMNS: readonly Rate[] = [
  'vpip',
  'pfr',
  'three_bet',
  'fold_to_three_bet',
  'c_bet',
  'fold_to_c_bet',
  'steal',
  'aggression',
  'wtsd',
  'won_at_showdown',
];

function shown(figures: Figures, rate: Rate): string {
  const value = figures[rate];
  if (value === null) return '–';
  return rate === 'aggression' ? value.toFixed(2) : `${(100 * value).toFixed(1)}%`;
}

export function winRate({ bb_100, bb_100_within }: Figures): string {
  if (bb_100 === null) return '–';
  return bb_100_within === null
    ? blinds(bb_100)
    : `${blinds(bb_100)} ± ${blinds(bb_100_within).replace('+', '')}`;
}

export function Overall({ figures, adjusted }: { figures: Figures; adjusted?: number | null }) {
  return (
    <dl class={css('tiles')}>
      <Tile name={t('hands')} value={number(figures.hands)} />
      <Tile
        name={t('bb_100')}
        value={figures.bb_100 === null ? '–' : blinds(figures.bb_100)}
        within={figures.bb_100_within}
        words={t('bb_100.words')}
      />
      {adjusted !== undefined && (
        <Tile
          name={t('bb_100_adjusted')}
          value={adjusted === null ? '–' : blinds(adjusted)}
          words={t('bb_100_adjusted.words')}
        />
      )}
      {RATES.map(rate => (
        <Tile key={rate} name={t(rate)} value={shown(figures, rate)} words={t(`${rate}.words`)} />
      ))}
    </dl>
  );
}

interface TileProps {
  name: string;
  value: string;
  words?: string;
  within?: number | null;
}

function Tile({ name, value, words, within }: TileProps) {
  return (
    <div class={css('tile')} title={words}>
      <dt>
        {name}
        {words && <span class="unseen"> ({words})</span>}
      </dt>
      <dd class="number">
        {value}
        {within != null && <small> ± {blinds(within).replace('+', '')}</small>}
      </dd>
    </div>
  );
}

interface TableProps {
  title: string;
  first: string;
  rows: [name: string, figures: Figures][];
}

function FigureTable({ title, first, rows }: TableProps) {
  return (
    <section class="panel" aria-label={title}>
      <h2>{title}</h2>
      <div class={css('scroll')} role="region" aria-label={title} tabIndex={0}>
        <table class={css('figures number')}>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <th scope="col">{t('hands')}</th>
              <th scope="col">{t('bb_100')}</th>
              {COLUMNS.map(rate => (
                <th key={rate} scope="col" title={t(`${rate}.words`)}>
                  {t(rate)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, figures]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{number(figures.hands)}</td>
                <td>{winRate(figures)}</td>
                {COLUMNS.map(rate => (
                  <td key={rate}>{shown(figures, rate)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function ByPosition({ positions }: { positions: PositionFigures[] }) {
  if (!positions.length) return null;
  return (
    <FigureTable
      title={t('by_position')}
      first={t('position')}
      rows={positions.map(row => [row.position, row])}
    />
  );
}

export function ByStakes({ stakes }: { stakes: StakesFigures[] }) {
  if (!stakes.length) return null;
  const name = ({ big, is_tournament }: StakesFigures) =>
    t(is_tournament ? 'stakes.tournament' : 'stakes.cash', { big: number(big) });
  return (
    <FigureTable
      title={t('by_stakes')}
      first={t('stakes')}
      rows={stakes.map(row => [name(row), row])}
    />
  );
}

/** A reference table: outs, and the equity needed to call bets of each size. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OddsTable } from '../lib/api';
import { Waiting } from '../lib/parts/empty';
import { get, type Refusal } from '../lib/net/rest';
import { Refused } from './refusal_notice';
import { t, type TextKey } from './text';
import { styles } from '../lib/css';
import toolsSheet from './tools.module.css';

const css = styles(toolsSheet);

const percent = (part: number): string => `${(100 * part).toFixed(1)}%`;

export function Odds() {
  const table = useSignal<OddsTable | null>(null);
  const refusal = useSignal<Refusal | null>(null);
  useEffect(() => {
    get<OddsTable>('tools/odds').then(
      found => (table.value = found),
      error => (refusal.value = error as Refusal),
    );
  }, []);
  if (refusal.value) return <Refused refusal={refusal.value} />;
  if (!table.value) return <Waiting text={t('loading')} failure="" />;
  const { outs, bets } = table.value;
  return (
    <div class={css('odds')}>
      <Figures
        title="outs_title"
        columns={['outs', 'turn', 'river', 'both']}
        rows={outs.map(row => [String(row.outs), ...[row.turn, row.river, row.both].map(percent)])}
      />
      <Figures
        title="bets_title"
        columns={['bet', 'needed', 'folds', 'defence']}
        rows={bets.map(row => [
          String(row.bet),
          ...[row.needed, row.folds, row.defence].map(percent),
        ])}
      />
    </div>
  );
}

interface FiguresProps {
  title: 'outs_title' | 'bets_title';
  columns: TextKey[];
  rows: string[][];
}

function Figures({ title, columns, rows }: FiguresProps) {
  return (
    <section class="panel" aria-label={t(title)}>
      <h2>{t(title)}</h2>
      <p class="soft">{t(title === 'outs_title' ? 'outs.words' : 'bets.words')}</p>
      <table class="number">
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((value, index) => (
                <td key={index}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

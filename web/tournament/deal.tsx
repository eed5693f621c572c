/** A deal at the final table: the remaining prizes by ICM, if all players agree. */

import { usePageClock } from '../lib/page_clock';
import { number, shownName } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { clockText } from '../lib/level';
import type { DealData, YouData } from '../lib/wire';
import { t } from './text';
import { styles } from '../lib/css';
import tournamentSheet from './tournament.module.css';

const css = styles(tournamentSheet);

interface Props {
  deal: DealData;
  you: YouData | null;
  /** Arrival of the message, on the clock of `performance.now()`. */
  at: number;
  answer(agrees: boolean): void;
}

export function Deal({ deal, you, at, answer }: Props) {
  const left = Math.max(0, deal.left - (usePageClock() - at));
  const mine = deal.shares.find(({ player }) => player === you?.player);
  return (
    <section class="deal" aria-label={t('deal')}>
      <h2>{t('deal_by', { name: deal.by })}</h2>
      <p class="soft">{t('deal_words', { time: clockText(left) })}</p>
      <table class={css('rows')}>
        <thead>
          <tr>
            <th scope="col">{t('column.name')}</th>
            <th scope="col" class={css('right')}>
              {t('column.stack')}
            </th>
            <th scope="col" class={css('right')}>
              {t('column.prize')}
            </th>
            <th scope="col">{t('column.agrees')}</th>
          </tr>
        </thead>
        <tbody>
          {deal.shares.map(({ player, name, stack, prize, bounty, agrees }) => (
            <tr key={player} class={css(player === you?.player ? 'me' : '')}>
              <th scope="row">
                <bdi>{shownName(name)}</bdi>
              </th>
              <td class={css('right number')}>{number(stack)}</td>
              <td class={css('right number')}>{number(prize + bounty)}</td>
              <td>
                {agrees !== null && (
                  <>
                    <Icon name={agrees ? 'check' : 'close'} />
                    <span class="unseen">{t(agrees ? 'agrees' : 'refuses')}</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {mine && mine.agrees === null && (
        <div class={css('row answers')}>
          <button type="button" onClick={() => answer(false)}>
            {t('play_on')}
          </button>
          <button type="button" class="main" onClick={() => answer(true)}>
            {t('agree')}
          </button>
        </div>
      )}
    </section>
  );
}

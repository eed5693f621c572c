/** Narrowing the list: what there is only one of is not asked. */

import { useId } from 'preact/hooks';
import { number } from '../lib/i18n';
import type { TournamentsCtrl } from './ctrl';
import { EVERYTHING, isFiltered, pricesAmong, type KindWish, type When } from './filter';
import { t } from './text';

const WHENS: When[] = ['open', 'running', 'over'];
const KINDS: KindWish[] = ['', 'sitandgo', 'scheduled', 'league'];

export function Filters({ ctrl }: { ctrl: TournamentsCtrl }) {
  const filter = ctrl.filter.value;
  const [kind, price] = [useId(), useId()];
  const prices = pricesAmong(ctrl.listed.value ?? []);
  return (
    <form class="narrow" role="search" onSubmit={event => event.preventDefault()}>
      <div class="choice" role="group" aria-label={t('which')}>
        {WHENS.map(when => (
          <button
            key={when}
            type="button"
            aria-pressed={filter.when === when}
            onClick={() => ctrl.narrow({ when })}
          >
            {t(`when.${when}`)}
          </button>
        ))}
      </div>
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={60}
        value={filter.words}
        onInput={event => ctrl.narrow({ words: event.currentTarget.value })}
      />
      <label class="unseen" for={kind}>
        {t('kind')}
      </label>
      <select
        id={kind}
        value={filter.kind}
        onChange={event => ctrl.narrow({ kind: event.currentTarget.value as KindWish })}
      >
        {KINDS.map(value => (
          <option key={value} value={value}>
            {t(`kind.${value || 'any'}`)}
          </option>
        ))}
      </select>
      {(prices.length > 1 || filter.price !== null) && (
        <>
          <label class="unseen" for={price}>
            {t('column.buy_in')}
          </label>
          <select
            id={price}
            value={filter.price === null ? '' : String(filter.price)}
            onChange={({ currentTarget: { value } }) =>
              ctrl.narrow({ price: value ? Number(value) : null })
            }
          >
            <option value="">{t('any_price')}</option>
            {prices.map(value => (
              <option key={value} value={String(value)}>
                {value ? t('up_to', { n: number(value) }) : t('free')}
              </option>
            ))}
          </select>
        </>
      )}
      <button
        type="button"
        class="toggle"
        aria-pressed={filter.people}
        onClick={() => ctrl.narrow({ people: !filter.people })}
      >
        {t('with_people')}
      </button>
      {isFiltered(filter) && (
        <button type="button" class="plain" onClick={() => ctrl.narrow(EVERYTHING)}>
          {t('clear')}
        </button>
      )}
    </form>
  );
}

/** The filter fields. A field with a single option is left out. */

import { Filters as Shell, Select, Toggle } from '../lib/parts/filters';
import { number } from '../lib/i18n';
import type { TournamentsCtrl } from './ctrl';
import { EVERYTHING, isFiltered, pricesAmong, type KindWish, type When } from './filter';
import { t } from './text';

const WHENS: When[] = ['open', 'running', 'over'];
const KINDS: KindWish[] = ['', 'sitandgo', 'scheduled', 'league'];

export function Filters({ ctrl }: { ctrl: TournamentsCtrl }) {
  const filter = ctrl.filter.value;
  const prices = pricesAmong(ctrl.listed.value ?? []);
  return (
    <Shell
      words={filter.words}
      search={words => ctrl.narrow({ words })}
      isOn={isFiltered(filter)}
      clear={() => ctrl.narrow(EVERYTHING)}
      text={{ search: t('search'), filter: t('filter'), clear: t('clear') }}
      first={
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
      }
    >
      <Select
        label={t('kind')}
        value={filter.kind}
        choose={kind => ctrl.narrow({ kind: kind as KindWish })}
      >
        {KINDS.map(value => (
          <option key={value} value={value}>
            {t(`kind.${value || 'any'}`)}
          </option>
        ))}
      </Select>
      {(prices.length > 1 || filter.price !== null) && (
        <Select
          label={t('column.buy_in')}
          value={filter.price === null ? '' : String(filter.price)}
          choose={price => ctrl.narrow({ price: price ? Number(price) : null })}
        >
          <option value="">{t('any_price')}</option>
          {prices.map(value => (
            <option key={value} value={String(value)}>
              {value ? t('up_to', { n: number(value) }) : t('free')}
            </option>
          ))}
        </Select>
      )}
      <Toggle
        text={t('with_people')}
        isOn={filter.people}
        set={people => ctrl.narrow({ people })}
      />
    </Shell>
  );
}

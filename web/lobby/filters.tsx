/** The filter fields. A field with a single option is left out. */

import { Filters as Shell, Select, Toggle } from '../lib/parts/filters';
import type { LobbyCtrl } from './ctrl';
import { bettingsAmong, EVERYTHING, isFiltered, stakesAmong, type Size } from './filter';
import type { Table } from './table';
import { betting, t } from './text';

const SIZES: Size[] = ['any', 'two', 'short', 'full'];

export function Filters({ ctrl, tables }: { ctrl: LobbyCtrl; tables: Table[] }) {
  const filter = ctrl.filter.value;
  const stakes = stakesAmong(tables);
  const bettings = bettingsAmong(tables);
  return (
    <Shell
      words={filter.words}
      search={words => ctrl.narrow({ words })}
      isOn={isFiltered(filter)}
      clear={() => ctrl.narrow(EVERYTHING)}
      text={{ search: t('search'), filter: t('filter'), clear: t('clear') }}
    >
      {stakes.length > 1 && (
        <Select
          label={t('column.stakes')}
          value={filter.stakes}
          choose={value => ctrl.narrow({ stakes: value })}
        >
          <option value="">{t('any_stakes')}</option>
          {stakes.map(value => (
            <option key={value}>{value}</option>
          ))}
        </Select>
      )}
      <Select
        label={t('size')}
        value={filter.size}
        choose={value => ctrl.narrow({ size: value as Size })}
      >
        {SIZES.map(size => (
          <option key={size} value={size}>
            {t(`size.${size}`)}
          </option>
        ))}
      </Select>
      {bettings.length > 1 && (
        <Select
          label={t('structure')}
          value={filter.betting}
          choose={value => ctrl.narrow({ betting: value })}
        >
          <option value="">{t('any_structure')}</option>
          {bettings.map(value => (
            <option key={value} value={value}>
              {betting(value)}
            </option>
          ))}
        </Select>
      )}
      <Toggle
        text={t('with_people')}
        isOn={filter.people}
        set={people => ctrl.narrow({ people })}
      />
      <Toggle text={t('free')} isOn={filter.free} set={free => ctrl.narrow({ free })} />
    </Shell>
  );
}

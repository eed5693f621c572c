/** Narrowing the list: what there is only one of is not asked. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { LobbyCtrl } from './ctrl';
import { bettingsAmong, EVERYTHING, isFiltered, stakesAmong, type Size } from './filter';
import type { Table } from './table';
import { betting, t } from './text';

const SIZES: Size[] = ['any', 'two', 'short', 'full'];

export function Filters({ ctrl, tables }: { ctrl: LobbyCtrl; tables: Table[] }) {
  const filter = ctrl.filter.value;
  /** On a phone they are folded away. */
  const isOpen = useSignal(false);
  const stakes = stakesAmong(tables);
  const bettings = bettingsAmong(tables);
  return (
    <form class="filters" role="search" onSubmit={event => event.preventDefault()}>
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={60}
        value={filter.words}
        onInput={event => ctrl.narrow({ words: event.currentTarget.value })}
      />
      <button
        type="button"
        class={isFiltered(filter) ? 'unfold on' : 'unfold'}
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {t('filter')}
      </button>
      <div class={isOpen.value ? 'narrowing' : 'narrowing folded'}>
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
        {isFiltered(filter) && (
          <button type="button" class="plain" onClick={() => ctrl.narrow(EVERYTHING)}>
            {t('clear')}
          </button>
        )}
      </div>
    </form>
  );
}

interface SelectProps {
  label: string;
  value: string;
  choose(value: string): void;
  children: ComponentChildren;
}

function Select({ label, value, choose, children }: SelectProps) {
  const id = useId();
  return (
    <>
      <label class="unseen" for={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={event => choose(event.currentTarget.value)}>
        {children}
      </select>
    </>
  );
}

function Toggle({ text, isOn, set }: { text: string; isOn: boolean; set(value: boolean): void }) {
  return (
    <button type="button" aria-pressed={isOn} onClick={() => set(!isOn)}>
      {text}
    </button>
  );
}

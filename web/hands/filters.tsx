/** The filter fields of the list of hands. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { Dialog } from '../lib/parts/dialog';
import { Select } from '../lib/parts/filters';
import { PaintGrid } from '../lib/parts/grid';
import { number, tableName } from '../lib/i18n';
import { noWeights, painted, percentOf, rangeText } from '../lib/range';
import { post } from '../lib/net/rest';
import type { RangeAnswer } from '../lib/api';
import { trying } from '../lib/parts/toast';
import type { HandsCtrl } from './ctrl';
import { POSITIONS, type Filter } from './filter';
import { t, type TextKey } from './text';
import { styles } from '../lib/css';
import listSheet from '../lib/parts/list.module.css';
import gridSheet from '../lib/parts/grid.module.css';
import handsSheet from './hands.module.css';

const css = styles(listSheet, gridSheet, handsSheet);

interface Props {
  ctrl: HandsCtrl;
}

export function HandFilters({ ctrl }: Props) {
  const isOpen = useSignal(ctrl.isOn.peek());
  const { value: filter } = ctrl.filter;
  const choose = (name: keyof Filter) => (value: string) => ctrl.set({ [name]: value });
  const choices = (name: 'result' | 'showdown' | 'all_in' | 'judged', values: string[]) => (
    <Select label={t(name)} value={filter[name]} choose={choose(name)}>
      <option value="">{t(`${name}.any` as TextKey)}</option>
      {values.map(value => (
        <option key={value} value={value}>
          {t(`${name}.${value}` as TextKey)}
        </option>
      ))}
    </Select>
  );
  return (
    <form class={css('hand-filters')} role="search" onSubmit={event => event.preventDefault()}>
      <div class={css('row first')}>
        <div class="choice" role="group" aria-label={t('source')}>
          {(['', 'uploads'] as const).map(source => (
            <button
              key={source}
              type="button"
              aria-pressed={filter.source === source}
              onClick={() => ctrl.set({ source, upload: '' })}
            >
              {t(source || 'room')}
            </button>
          ))}
        </div>
        <button
          type="button"
          class={css(ctrl.isOn.value ? 'on' : '')}
          aria-expanded={isOpen.value}
          aria-controls="narrowing"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {t('filter')}
        </button>
        {ctrl.isOn.value && (
          <button type="button" class="plain" onClick={() => ctrl.clear()}>
            {t('clear')}
          </button>
        )}
      </div>
      {isOpen.value && (
        <div
          id="narrowing"
          class={css('panel narrow-fields')}
          role="group"
          aria-label={t('filters')}
        >
          <Select label={t('kind')} value={filter.is_tournament} choose={choose('is_tournament')}>
            <option value="">{t('kind.any')}</option>
            <option value="false">{t('kind.cash')}</option>
            <option value="true">{t('kind.tournament')}</option>
          </Select>
          <Tables ctrl={ctrl} />
          <Select label={t('position')} value={filter.position} choose={choose('position')}>
            <option value="">{t('any_position')}</option>
            {POSITIONS.map(position => (
              <option key={position}>{position}</option>
            ))}
          </Select>
          {choices('result', ['won', 'lost'])}
          {choices('showdown', ['true', 'false'])}
          {choices('all_in', ['true', 'false'])}
          {choices('judged', ['mistakes', 'yes', 'no'])}
          <Day ctrl={ctrl} name="since" />
          <Day ctrl={ctrl} name="until" />
          <Ends ctrl={ctrl} text="big" least="least_big" most="most_big" />
          <Ends ctrl={ctrl} text="players" least="least_players" most="most_players" />
          <Ends ctrl={ctrl} text="pot" least="least_pot" most="most_pot" />
          <Starting ctrl={ctrl} />
        </div>
      )}
    </form>
  );
}

/** The choice of table. A table that only the address names is an extra option. */
function Tables({ ctrl }: Props) {
  const { masa, tournament } = ctrl.filter.value;
  const places = ctrl.places.value;
  const isElsewhere =
    (masa || tournament) &&
    !places.some(place => (tournament ? place.tournament === tournament : place.masa === masa));
  return (
    <Select
      label={t('table')}
      value={tournament ? `t ${tournament}` : masa}
      choose={value =>
        ctrl.set(
          value.startsWith('t ')
            ? { masa: '', tournament: value.slice(2) }
            : { masa: value, tournament: '' },
        )
      }
    >
      <option value="">{t('any_table')}</option>
      {isElsewhere && (
        <option value={tournament ? `t ${tournament}` : masa}>
          {tournament ? t('one_tournament') : t('table_id', { id: masa })}
        </option>
      )}
      {places.map(place => (
        <option
          key={place.tournament ?? place.masa}
          value={place.tournament ? `t ${place.tournament}` : place.masa!}
        >
          {tableName(place.name, place.host)} ({number(place.hands)})
        </option>
      ))}
    </Select>
  );
}

function Day({ ctrl, name }: Props & { name: 'since' | 'until' }) {
  return (
    <label class={css('labelled')}>
      <span>{t(name)}</span>
      <input
        type="date"
        value={ctrl.filter.value[name]}
        onChange={event => ctrl.set({ [name]: event.currentTarget.value })}
      />
    </label>
  );
}

interface EndsProps extends Props {
  text: 'big' | 'players' | 'pot';
  least: keyof Filter;
  most: keyof Filter;
}

function Ends({ ctrl, text, least, most }: EndsProps) {
  const field = (name: keyof Filter, end: 'least' | 'most') => (
    <input
      inputMode="numeric"
      maxLength={12}
      placeholder={t(end)}
      aria-label={t('from_to', { name: t(text), end: t(end) })}
      value={ctrl.filter.value[name]}
      onInput={event =>
        ctrl.set({ [name]: event.currentTarget.value.replace(/\D/g, '').slice(0, 12) }, true)
      }
    />
  );
  return (
    <div class={css('labelled ends')}>
      <span aria-hidden="true">{t(text)}</span>
      <span>
        {field(least, 'least')}
        <span aria-hidden="true">–</span>
        {field(most, 'most')}
      </span>
    </div>
  );
}

function Starting({ ctrl }: Props) {
  const isOpen = useSignal(false);
  const id = useId();
  return (
    <div class={css('labelled starting')}>
      <label for={id}>{t('starting')}</label>
      <span>
        <input
          id={id}
          maxLength={1000}
          autocomplete="off"
          spellcheck={false}
          placeholder={t('starting_text')}
          value={ctrl.filter.value.starting}
          onInput={event => ctrl.set({ starting: event.currentTarget.value }, true)}
        />
        <button type="button" onClick={() => (isOpen.value = true)}>
          {t('use_grid')}
        </button>
      </span>
      {isOpen.value && <Chooser ctrl={ctrl} close={() => (isOpen.value = false)} />}
    </div>
  );
}

/** The dialog to paint starting hands. The server reads the typed range and returns its shortest
 * form. */
function Chooser({ ctrl, close }: Props & { close(): void }) {
  const weights = useSignal<number[][] | null>(null);
  const text = ctrl.filter.peek().starting;
  if (!weights.value && !text) weights.value = noWeights();
  else if (!weights.value) {
    weights.value = noWeights();
    void trying(
      post<RangeAnswer>('tools/range', { text }).then(
        ({ grid }) => (weights.value = grid.map(line => line.map(weight => (weight > 0 ? 1 : 0)))),
      ),
    );
  }
  const now = weights.value!;
  const done = async () => {
    const all = rangeText(now);
    const short = all && (await trying(post<RangeAnswer>('tools/range', { text: all })));
    ctrl.set({ starting: short ? short.text : all });
    close();
  };
  return (
    <Dialog title={t('starting')} close={close} class={css('painter')}>
      <PaintGrid
        weights={now}
        label={t('starting_grid')}
        paint={(row, column, to) => (weights.value = painted(weights.peek()!, row, column, to))}
      />
      <p class={css('row between-ends')}>
        <span class="number">{t('percent', { percent: `${percentOf(now).toFixed(1)}%` })}</span>
        <button type="button" class="plain" onClick={() => (weights.value = noWeights())}>
          {t('clear')}
        </button>
        <button type="button" class="main" onClick={() => void done()}>
          {t('done')}
        </button>
      </p>
    </Dialog>
  );
}

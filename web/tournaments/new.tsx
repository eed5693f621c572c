/** The form for a new tournament, private or public. */

import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { Included } from '../lib/api';
import { Amount, Radios } from '../lib/parts/field';
import { withKey } from '../lib/net/key';
import { get, Refusal, errorText } from '../lib/net/rest';
import { go } from '../lib/frame/router';
import { Checkbox } from '../lib/parts/checkbox';
import { trying } from '../lib/parts/toast';
import { defaultName, OpeningDialog } from '../opening/dialog';
import { Name, TimeToAct, WhoCanJoin } from '../opening/field';
import type { TournamentsCtrl } from './ctrl';
import { t } from './text';
import { faultsIn, requestOf, defaults, type TournamentForm } from './tournament_form';
import { styles } from '../lib/css';
import openingSheet from '../opening/opening.module.css';

const css = styles(openingSheet);

interface Props {
  ctrl: TournamentsCtrl;
  close(): void;
}

export function NewTournamentDialog({ ctrl, close }: Props) {
  const name = () => defaultName(host => t('name_of', { name: host }));
  return (
    <OpeningDialog
      title={t('hold_one')}
      defaults={defaults}
      faultIn={form => faultsIn(form, Date.now()).map(fault => t(`wrong.${fault}`))[0] ?? ''}
      send={async form => {
        const { id, key } = await ctrl.hold(requestOf(form, name()));
        close();
        go(withKey(`/tournament/${id}`, key));
      }}
      textOf={error =>
        // The server says which line of a structure is wrong.
        error instanceof Refusal && error.code === 'BAD_STRUCTURE'
          ? t('bad_structure', { why: error.message })
          : errorText(error)
      }
      button={() => t('open_it')}
      close={close}
      fields={(form, change) => (
        <>
          <Form form={form} change={change} name={name()} />
          <p class="soft">{t('you_direct')}</p>
        </>
      )}
    />
  );
}

interface FormProps {
  form: TournamentForm;
  change(some: Partial<TournamentForm>): void;
  name: string;
}

function Form({ form, change, name }: FormProps) {
  const included = useSignal<Included[]>([]);
  const [structure, own, at] = [useId(), useId(), useId()];
  useEffect(() => {
    void trying(get<Included[]>('tournaments/structures').then(all => (included.value = all)));
  }, []);
  const faults = faultsIn(form, Date.now());
  const wrong = (fault: (typeof faults)[number]) =>
    faults.includes(fault) ? { isWrong: true, note: t(`wrong.${fault}`) } : {};
  const names = included.value.length ? included.value.map(one => one.name) : [defaults.structure];
  return (
    <>
      <Name
        label={t('name')}
        value={form.name}
        otherwise={name}
        set={value => change({ name: value })}
      />
      <WhoCanJoin isPrivate={form.isPrivate} set={isPrivate => change({ isPrivate })} />
      <Radios
        label={t('starts')}
        value={form.starts}
        options={[
          ['full', t('starts.full')],
          ['time', t('starts.time')],
        ]}
        choose={starts => change({ starts: starts as TournamentForm['starts'] })}
      />
      {form.starts === 'time' && (
        <div class="field">
          <label for={at}>{t('at')}</label>
          <input
            id={at}
            type="datetime-local"
            value={form.at}
            aria-invalid={form.at !== '' && faults.includes('at')}
            onInput={event => change({ at: event.currentTarget.value })}
          />
        </div>
      )}
      <div class={css('pair')}>
        <Amount
          label={t('most')}
          value={form.most}
          set={most => change({ most })}
          {...wrong('entrants')}
        />
        {form.starts === 'time' ? (
          <Amount label={t('least')} value={form.least} set={least => change({ least })} />
        ) : (
          <Amount
            label={t('column.buy_in')}
            value={form.buyIn}
            set={buyIn => change({ buyIn })}
            {...wrong('buy_in')}
          />
        )}
      </div>
      {form.starts === 'time' && (
        <Amount
          label={t('column.buy_in')}
          value={form.buyIn}
          set={buyIn => change({ buyIn })}
          {...wrong('buy_in')}
        />
      )}
      <div class="field">
        <label for={structure}>{t('structure')}</label>
        <select
          id={structure}
          value={form.structure}
          onChange={event => {
            const chosen = event.currentTarget.value;
            // The user's own structure starts as a copy of the chosen one.
            const before = included.value.find(one => one.name === form.structure)?.toml;
            change({ structure: chosen, ...(chosen ? {} : { toml: form.toml || (before ?? '') }) });
          }}
        >
          {names.map(one => (
            <option key={one} value={one}>
              {structureName(one)}
            </option>
          ))}
          <option value="">{t('own_structure')}</option>
        </select>
      </div>
      {!form.structure && (
        <div class="field">
          <label for={own}>{t('toml')}</label>
          <textarea
            id={own}
            rows={10}
            spellcheck={false}
            maxLength={20_000}
            value={form.toml}
            onInput={event => change({ toml: event.currentTarget.value })}
          />
        </div>
      )}
      <Checkbox
        text={t('bots')}
        note={t('bots.note')}
        isOn={form.bots}
        set={bots => change({ bots })}
      />
      <TimeToAct pace={form.pace} set={pace => change({ pace })} />
    </>
  );
}

/** Translated names of the included structures. */
function structureName(name: string): string {
  switch (name) {
    case 'turbo':
    case 'regular':
    case 'deep':
    case 'sitandgo':
    case 'botpoker':
      return t(`structure.${name}`);
    default:
      return name;
  }
}

/** The form for a new table: three choices and a button. Further options are folded. */

import { useSignal } from '@preact/signals';
import type { Opened } from '../lib/api';
import { Dialog } from '../lib/parts/dialog';
import { Amount, Radios } from '../lib/parts/field';
import { number } from '../lib/i18n';
import { Checkbox } from '../lib/parts/checkbox';
import { trying } from '../lib/parts/toast';
import { defaultName, OpeningDialog } from '../opening/dialog';
import { Name, Seconds, TimeToAct, WhoCanJoin } from '../opening/field';
import type { LobbyCtrl } from './ctrl';
import { Share } from '../lib/parts/share';
import { pathOf } from './table';
import { betting, t } from './text';
import {
  BETTINGS,
  ENTRIES,
  faultsIn,
  MOST_SIDES,
  RULES,
  SHOWN,
  STAKES,
  requestOf,
  defaults,
  type TableForm,
} from './table_form';
import { styles } from '../lib/css';
import openingSheet from '../opening/opening.module.css';

const css = styles(openingSheet);

type Sent = ReturnType<typeof requestOf>;

interface Props {
  ctrl: LobbyCtrl;
  isPrivate: boolean;
  close(): void;
}

/** The form. For a private table its link follows. */
export function NewTableDialog({ ctrl, isPrivate, close }: Props) {
  const opened = useSignal<{ table: Opened; sent: Sent } | null>(null);
  const name = () => defaultName(host => t('name_of', { name: host }));
  const sit = (table: Opened, sent: Sent) =>
    trying(ctrl.sitDown(table, sent.big, sent.most_buy_in));

  if (opened.value) {
    const { table, sent } = opened.value;
    return (
      <Dialog key="link" title={t('opened')} close={close}>
        <p>{t('opened.words')}</p>
        <Share name={sent.name} path={pathOf(table.id, table.key)} />
        <button type="button" class="main wide" onClick={() => void sit(table, sent)}>
          {t('sit_down')}
        </button>
      </Dialog>
    );
  }
  return (
    <OpeningDialog
      key="form"
      title={isPrivate ? t('with_friends') : t('new_table')}
      defaults={defaults(isPrivate)}
      faultIn={form => faultsIn(form).map(fault => t(`wrong.${fault}`))[0] ?? ''}
      send={async form => {
        const sent = requestOf(form, name());
        const table = await ctrl.openTable(sent);
        if (form.isPrivate) opened.value = { table, sent };
        else await sit(table, sent);
      }}
      button={form => (form.isPrivate ? t('make_link') : t('open_and_sit'))}
      close={close}
      fields={(form, change) => <Form form={form} change={change} name={name()} />}
    />
  );
}

interface FormProps {
  form: TableForm;
  change(some: Partial<TableForm>): void;
  name: string;
}

function Form({ form, change, name }: FormProps) {
  const isOther = useSignal(false);
  const faults = faultsIn(form);
  const wrongBlinds = faults.find(fault => fault === 'blinds' || fault === 'half');
  const stakes = isOther.value ? '' : `${form.small}/${form.big}`;
  return (
    <>
      <WhoCanJoin isPrivate={form.isPrivate} set={isPrivate => change({ isPrivate })} />
      <Radios
        class="six"
        label={t('column.stakes')}
        value={stakes}
        options={[
          ...STAKES.map(([small, big]): [string, string] => [`${small}/${big}`, `${small}/${big}`]),
          ['', t('other')],
        ]}
        choose={value => {
          isOther.value = !value;
          const [small, big] = value.split('/').map(Number);
          if (big) change({ small: small!, big });
        }}
      />
      {isOther.value && (
        <div class={css('pair')}>
          <Amount
            label={t('small_blind')}
            value={form.small}
            set={small => change({ small })}
            isWrong={!!wrongBlinds}
          />
          <Amount
            label={t('big_blind')}
            value={form.big}
            set={big => change({ big })}
            isWrong={!!wrongBlinds}
            {...(wrongBlinds ? { note: t(`wrong.${wrongBlinds}`) } : {})}
          />
        </div>
      )}
      <Radios
        class="even"
        label={t('sides_of')}
        value={form.sides}
        options={Array.from({ length: MOST_SIDES - 1 }, (_, n) => [n + 2, String(n + 2)])}
        choose={sides => change({ sides })}
      />
      <Checkbox
        text={t('bots')}
        note={t('bots.note')}
        isOn={form.bots}
        set={bots => change({ bots })}
      />
      <details>
        <summary>{t('more')}</summary>
        <More form={form} change={change} name={name} />
      </details>
    </>
  );
}

function More({ form, change, name }: FormProps) {
  const faults = faultsIn(form);
  const chips = (blinds: number) => number(Math.round(blinds * form.big) || 0);
  return (
    <>
      <Name
        label={t('name')}
        value={form.name}
        otherwise={name}
        set={value => change({ name: value })}
      />
      <div class="field">
        <label for="rules">{t('house_rules')}</label>
        <select
          id="rules"
          aria-describedby="rules-words"
          value={form.rules}
          onChange={event => {
            const rules = event.currentTarget.value as TableForm['rules'];
            change({ rules, betting: rules === 'limit' ? 'fixed limit' : 'no limit' });
          }}
        >
          {RULES.map(rules => (
            <option key={rules} value={rules}>
              {t(`rules.${rules}`)}
            </option>
          ))}
        </select>
        <p class="soft">
          <span id="rules-words">{t(`rules.${form.rules}.words`)}</span>{' '}
          <a href={`/rules#${form.rules}`} target="_blank">
            {t('rules.all')}
          </a>
        </p>
      </div>
      <Radios
        label={t('structure')}
        value={form.betting}
        options={BETTINGS.map((one): [TableForm['betting'], string] => [one, betting(one)])}
        choose={one => change({ betting: one })}
      />
      <TimeToAct pace={form.pace} set={pace => change({ pace })} />
      <Seconds
        label={t('shown')}
        value={form.shown}
        options={SHOWN}
        choose={shown => change({ shown })}
      />
      <div class={css('pair')}>
        <Amount
          label={t('least_buy_in')}
          value={form.leastBuyIn}
          set={leastBuyIn => change({ leastBuyIn })}
          isWrong={faults.includes('buy_in')}
          note={t('in_chips', { chips: chips(form.leastBuyIn) })}
        />
        <Amount
          label={t('most_buy_in')}
          value={form.mostBuyIn}
          set={mostBuyIn => change({ mostBuyIn })}
          isWrong={faults.includes('buy_in')}
          note={
            faults.includes('buy_in')
              ? t('wrong.buy_in')
              : t('in_chips', { chips: chips(form.mostBuyIn) })
          }
        />
      </div>
      <Amount
        label={t('ante_each')}
        value={form.ante}
        set={ante => change({ ante })}
        isWrong={faults.includes('ante')}
        {...(faults.includes('ante') ? { note: t('wrong.ante') } : {})}
      />
      {form.ante > 0 && (
        <Checkbox
          text={t('big_blind_ante')}
          isOn={form.bigBlindAnte}
          set={bigBlindAnte => change({ bigBlindAnte })}
        />
      )}
      <Checkbox
        text={t('run_twice')}
        note={t('run_twice.note')}
        isOn={form.runTwice}
        set={runTwice => change({ runTwice })}
      />
      <Checkbox
        text={t('rabbit')}
        note={t('rabbit.note')}
        isOn={form.rabbit}
        set={rabbit => change({ rabbit })}
      />
      <Checkbox
        text={t('straddle')}
        note={t('straddle.note')}
        isOn={form.straddle}
        set={straddle => change({ straddle })}
      />
      <Radios
        label={t('entry')}
        value={form.entry}
        options={ENTRIES.filter(entry => !form.bots || entry !== 'free').map(entry => [
          entry,
          t(`entry.${entry}`),
        ])}
        choose={entry => change({ entry })}
      />
      <Checkbox
        text={t('approval')}
        note={t('approval.note')}
        isOn={form.approval}
        set={approval => change({ approval })}
      />
      <Checkbox
        text={t('buy_ins')}
        note={t('buy_ins.note')}
        isOn={form.buyIns || form.ownChips}
        set={buyIns => change({ buyIns, ownChips: false })}
      />
      {form.isPrivate && !form.bots && (
        <Checkbox
          text={t('own_chips')}
          note={t('own_chips.note')}
          isOn={form.ownChips}
          set={ownChips => change({ ownChips })}
        />
      )}
    </>
  );
}

/** What the director may order. All but pausing waits for hands to end, is announced to everybody and
 * written down; whoever plays in their own tournament may only pause and resume. */

import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { OrderLine } from '../lib/api';
import { timeOfDay } from '../lib/i18n';
import { Icon, type IconName } from '../lib/icon';
import { readPlain } from '../lib/number';
import { toast, trying } from '../lib/toast';
import type { DirectAsk } from '../lib/wire';
import type { TournamentCtrl } from './ctrl';
import { t, type TextKey } from './text';

type Command = DirectAsk['command'];
const MINUTE = 60;

interface Props {
  ctrl: TournamentCtrl;
}

export function Director({ ctrl }: Props) {
  const { tournament, you } = ctrl.picture.value!;
  const { status } = tournament;
  const isPlayed = status === 'running' || status === 'paused';
  const orders = useSignal<OrderLine[]>([]);
  const refresh = () => trying(ctrl.orders().then(found => (orders.value = found)));
  useEffect(() => void refresh(), [ctrl.news.value.length]);
  const give = async (command: Command, name?: string, number?: number) => {
    const done = await ctrl.direct(command, name ?? null, number ?? null);
    if (done) {
      toast(t('ordered'));
      await refresh();
    }
    return !!done;
  };
  return (
    <>
      {you?.may_only_pause && <p class="soft note">{t('only_pause')}</p>}
      <div class="powers">
        {isPlayed &&
          (status === 'paused' ? (
            <Power icon="play" text={t('resume')} does={() => void give('resume')} isMain />
          ) : (
            <Power icon="pause" text={t('pause')} does={() => void give('pause')} isMain />
          ))}
        {!you?.may_only_pause && (
          <>
            {status === 'registering' && (
              <Power icon="play" text={t('start_now')} does={() => void give('start')} isMain />
            )}
            {isPlayed && (
              <>
                <Power icon="next" text={t('go_level')} does={() => void give('next_level')} />
                <TakeBreak take={seconds => void give('break', undefined, seconds)} />
              </>
            )}
            <Cancel isStarted={isPlayed} does={() => void give('cancel')} />
          </>
        )}
      </div>
      {isPlayed && !you?.may_only_pause && <AboutSomebody ctrl={ctrl} give={give} />}
      <h3>{t('orders')}</h3>
      {orders.value.length ? (
        <ul class="news">
          {[...orders.value].reverse().map((order, index) => (
            <li key={index}>
              <span class="soft number">{timeOfDay(order.made)}</span>{' '}
              <span dir="auto">
                {t(`order.${order.command}` as TextKey, {
                  name: order.name ?? '',
                  number: order.number ?? '',
                })}
              </span>
              {order.done === null && <span class="chip">{t('after_hand')}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p class="soft nothing">{t('no_orders')}</p>
      )}
    </>
  );
}

interface PowerProps {
  icon: IconName;
  text: string;
  does(): void;
  isMain?: boolean;
}

function Power({ icon, text, does, isMain = false }: PowerProps) {
  return (
    <button type="button" class={isMain ? 'main' : ''} onClick={does}>
      <Icon name={icon} />
      {text}
    </button>
  );
}

function TakeBreak({ take }: { take(seconds: number): void }) {
  const minutes = useSignal(5);
  const id = useId();
  const isRight = minutes.value >= 1 && minutes.value <= 240;
  return (
    <form
      class="inline"
      onSubmit={event => {
        event.preventDefault();
        if (isRight) take(Math.round(minutes.value * MINUTE));
      }}
    >
      <label for={id}>{t('minutes')}</label>
      <input
        id={id}
        inputMode="numeric"
        class="number short"
        defaultValue="5"
        aria-invalid={!isRight}
        onInput={event => (minutes.value = readPlain(event.currentTarget.value))}
      />
      <button type="submit">
        <Icon name="pause" />
        {t('take_break')}
      </button>
    </form>
  );
}

/** Asked twice: it cannot be taken back. */
function Cancel({ isStarted, does }: { isStarted: boolean; does(): void }) {
  const isSure = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="danger"
        onClick={() => {
          if (isSure.value) does();
          isSure.value = !isSure.value;
        }}
      >
        <Icon name="close" />
        {t(isSure.value ? 'cancel_sure' : 'cancel_it')}
      </button>
      {isSure.value && (
        <p class="bad note" role="alert">
          {t(isStarted ? 'cancel_started' : 'cancel_before')}
        </p>
      )}
    </>
  );
}

interface AboutProps extends Props {
  give(command: Command, name?: string, number?: number): Promise<boolean>;
}

function AboutSomebody({ ctrl, give }: AboutProps) {
  const { standings, tables } = ctrl.picture.value!;
  const playing = standings.filter(({ status }) => status === 'playing');
  const name = useSignal('');
  const hands = useSignal(1);
  const table = useSignal(0);
  const isSure = useSignal(false);
  const [who, number, where] = [useId(), useId(), useId()];
  const somebody = playing.find(row => row.name === name.value);
  const others = tables.filter(({ masa }) => masa !== somebody?.masa);
  const to = others.find(other => other.number === table.value) ?? others[0];
  return (
    <section class="about">
      <div class="field">
        <label for={who}>{t('about_player')}</label>
        <select
          id={who}
          value={name.value}
          onChange={event => {
            name.value = event.currentTarget.value;
            isSure.value = false;
          }}
        >
          <option value="">{t('choose_player')}</option>
          {playing.map(row => (
            <option key={row.player} value={row.name}>
              {row.name}
            </option>
          ))}
        </select>
      </div>
      {somebody && (
        <div class="powers">
          <div class="inline">
            <label for={number}>{t('hands_to_miss')}</label>
            <input
              id={number}
              inputMode="numeric"
              class="number short"
              defaultValue="1"
              onInput={event => (hands.value = readPlain(event.currentTarget.value))}
            />
            <button
              type="button"
              disabled={!(hands.value >= 1)}
              onClick={() => void give('penalise', somebody.name, hands.value)}
            >
              {t('penalise')}
            </button>
          </div>
          {to && (
            <div class="inline">
              <label for={where}>{t('to_table')}</label>
              <select
                id={where}
                value={String(to.number)}
                onChange={event => (table.value = Number(event.currentTarget.value))}
              >
                {others.map(other => (
                  <option key={other.masa} value={String(other.number)}>
                    {t('table', { table: other.number })}
                  </option>
                ))}
              </select>
              <button type="button" onClick={() => void give('move', somebody.name, to.number)}>
                {t('move')}
              </button>
            </div>
          )}
          <button
            type="button"
            class="danger"
            onClick={() => {
              if (isSure.value) void give('disqualify', somebody.name);
              isSure.value = !isSure.value;
            }}
          >
            {t(isSure.value ? 'disqualify_sure' : 'disqualify', { name: somebody.name })}
          </button>
        </div>
      )}
    </section>
  );
}

/** The director's commands. All are announced and logged. A director who plays may give only
 * commands that concern everybody equally. */

import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import type { OrderLine } from '../lib/api';
import { timeOfDay } from '../lib/i18n';
import { Icon, type IconName } from '../lib/parts/icon';
import { readPlain } from '../lib/number';
import { toast, trying } from '../lib/parts/toast';
import type { DirectRequest } from '../lib/wire';
import type { TournamentCtrl } from './ctrl';
import { orderText } from './events';
import { t } from './text';
import { styles } from '../lib/css';
import tournamentSheet from './tournament.module.css';

const css = styles(tournamentSheet);

type Command = DirectRequest['command'];
const MINUTE = 60;

interface Props {
  ctrl: TournamentCtrl;
}

export function Director({ ctrl }: Props) {
  const { tournament, you } = ctrl.state.value!;
  const { status } = tournament;
  const isPlayed = status === 'running' || status === 'paused';
  const orders = useSignal<OrderLine[]>([]);
  const refresh = () => trying(ctrl.orders().then(found => (orders.value = found)));
  useEffect(() => void refresh(), [ctrl.lines.value.length]);
  const mayStart = status === 'registering';
  const isFree = !you?.has_interest;
  const give = async (command: Command, name?: string, number?: number, reason = '') => {
    const done = await ctrl.direct(command, name ?? null, number ?? null, reason);
    if (done) {
      toast(t('ordered'));
      await refresh();
    }
    return !!done;
  };
  return (
    <>
      <p class={css('soft note')}>{t(isFree ? 'order_limits' : 'has_interest')}</p>
      <div class={css('powers')}>
        {isPlayed &&
          (status === 'paused' ? (
            <Power icon="play" text={t('resume')} does={() => void give('resume')} isMain />
          ) : (
            <Power icon="pause" text={t('pause')} does={() => void give('pause')} isMain />
          ))}
        {mayStart && (
          <Power
            icon="play"
            text={t('start_now')}
            isOff={tournament.entries < tournament.least}
            does={() => void give('start')}
            isMain
          />
        )}
        {mayStart && tournament.entries < tournament.least && (
          <p class="soft">{t('needs', { n: tournament.least })}</p>
        )}
        {isPlayed && (
          <>
            <Power icon="next" text={t('go_level')} does={() => void give('next_level')} />
            <TakeBreak take={seconds => void give('break', undefined, seconds)} />
          </>
        )}
        {isFree && <Cancel isStarted={isPlayed} does={() => void give('cancel')} />}
      </div>
      {isPlayed && isFree && <AboutSomebody ctrl={ctrl} give={give} />}
      {ctrl.isMe(tournament.host ?? '') && (isFree || mayStart) && (
        <CoDirectors names={tournament.co_directors ?? []} give={give} />
      )}
      <h3>{t('orders')}</h3>
      {orders.value.length ? (
        <ul class={css('news')}>
          {[...orders.value].reverse().map((order, index) => (
            <li key={index}>
              <span class="soft number">{timeOfDay(order.made)}</span>{' '}
              <span dir="auto">{orderText(order)}</span>
              {order.done === null && <span class={css('chip')}>{t('after_hand')}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p class={css('soft nothing')}>{t('no_orders')}</p>
      )}
    </>
  );
}

interface PowerProps {
  icon: IconName;
  text: string;
  does(): void;
  isMain?: boolean;
  isOff?: boolean;
}

function Power({ icon, text, does, isMain = false, isOff = false }: PowerProps) {
  return (
    <button type="button" class={isMain ? 'main' : ''} disabled={isOff} onClick={does}>
      <Icon name={icon} />
      {text}
    </button>
  );
}

function TakeBreak({ take }: { take(seconds: number): void }) {
  const minutes = useSignal(5);
  const id = useId();
  const isRight = minutes.value >= 1 && minutes.value <= 30;
  return (
    <form
      class={css('inline')}
      onSubmit={event => {
        event.preventDefault();
        if (isRight) take(Math.round(minutes.value * MINUTE));
      }}
    >
      <label for={id}>{t('minutes')}</label>
      <input
        id={id}
        inputMode="numeric"
        class={css('number short')}
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

/** Cancelling needs a second click, because it cannot be undone. */
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
        <p class={css('bad note')} role="alert">
          {t(isStarted ? 'cancel_started' : 'cancel_before')}
        </p>
      )}
    </>
  );
}

interface CoProps {
  names: readonly string[];
  give: AboutProps['give'];
}

/** Co-directors, whom the host allows to give commands about single players. */
function CoDirectors({ names, give }: CoProps) {
  const name = useSignal('');
  const id = useId();
  return (
    <section class={css('about')}>
      <h3>{t('co_directors')}</h3>
      <p class={css('soft note')}>{t('co_directors_words')}</p>
      {names.map(one => (
        <div key={one} class={css('inline')}>
          <bdi>{one}</bdi>
          <button type="button" onClick={() => void give('end_co_director', one)}>
            {t('end_co_director')}
          </button>
        </div>
      ))}
      <form
        class={css('inline')}
        onSubmit={event => {
          event.preventDefault();
          if (name.value) void give('co_director', name.value);
        }}
      >
        <label for={id}>{t('account_name')}</label>
        <input
          id={id}
          maxLength={40}
          onInput={event => (name.value = event.currentTarget.value.trim())}
        />
        <button type="submit">{t('name_co_director')}</button>
      </form>
    </section>
  );
}

interface AboutProps extends Props {
  give(command: Command, name?: string, number?: number, reason?: string): Promise<boolean>;
}

function AboutSomebody({ ctrl, give }: AboutProps) {
  const { standings, tables } = ctrl.state.value!;
  const playing = standings.filter(({ status }) => status === 'playing');
  const name = useSignal('');
  const hands = useSignal(1);
  const table = useSignal(0);
  const isSure = useSignal(false);
  const reason = useSignal('');
  const [who, number, where, why] = [useId(), useId(), useId(), useId()];
  const somebody = playing.find(row => row.name === name.value);
  const others = tables.filter(({ masa }) => masa !== somebody?.masa);
  const to = others.find(other => other.number === table.value) ?? others[0];
  return (
    <section class={css('about')}>
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
        <div class="field">
          <label for={why}>{t('reason')}</label>
          <input
            id={why}
            maxLength={100}
            required
            onInput={event => (reason.value = event.currentTarget.value.trim())}
          />
        </div>
      )}
      {somebody && (
        <div class={css('powers')}>
          <div class={css('inline')}>
            <label for={number}>{t('hands_to_miss')}</label>
            <input
              id={number}
              inputMode="numeric"
              class={css('number short')}
              defaultValue="1"
              onInput={event => (hands.value = readPlain(event.currentTarget.value))}
            />
            <button
              type="button"
              disabled={!reason.value || !(hands.value >= 1)}
              onClick={() => void give('penalise', somebody.name, hands.value, reason.value)}
            >
              {t('penalise')}
            </button>
          </div>
          {to && (
            <div class={css('inline')}>
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
              <button
                type="button"
                disabled={!reason.value}
                onClick={() => void give('move', somebody.name, to.number, reason.value)}
              >
                {t('move')}
              </button>
            </div>
          )}
          <button
            type="button"
            class="danger"
            disabled={!reason.value}
            onClick={() => {
              if (isSure.value) void give('disqualify', somebody.name, undefined, reason.value);
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

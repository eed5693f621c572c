/** The user's own entry: register, unregister, go to the table. */

import { useRef } from 'preact/hooks';
import { number, refusalText, t as common } from '../lib/i18n';
import { GuestName } from '../lib/frame/guest';
import { Icon } from '../lib/parts/icon';
import { me, nameError } from '../lib/net/me';
import { errorText } from '../lib/net/rest';
import { Link } from '../lib/frame/router';
import { toast, trying } from '../lib/parts/toast';
import type { TournamentCtrl } from './ctrl';
import { t } from './text';
import { styles } from '../lib/css';
import tournamentSheet from './tournament.module.css';

const css = styles(tournamentSheet);

export function You({ ctrl }: { ctrl: TournamentCtrl }) {
  const keepsPlace = useRef(false);
  const { tournament, figures, tables, you, next } = ctrl.state.value!;
  const register = () =>
    ctrl.register().catch((error: unknown) => {
      if (!nameError.peek()) toast(errorText(error), true);
    });
  if (ctrl.isOver.value)
    return (
      <div class={css('you')}>
        <button type="button" class="main wide" onClick={() => ctrl.toNext()}>
          {t(next ? 'to_next' : 'other_tournaments')}
        </button>
      </div>
    );
  const mine = ctrl.mine.value;
  const isIn = mine?.status === 'waiting' || mine?.status === 'playing';
  const isStranger = me.value === null;
  // The user's options arrive shortly after the change of status.
  const mayRegister = (you?.may_register ?? false) && tournament.open;
  const mayUnregister = (you?.may_unregister ?? false) && tournament.status === 'registering';
  const mayLeave = you?.may_leave ?? false;
  const mayLeaveLeague = (you?.may_unregister ?? false) && !mayLeave && tournament.started !== null;
  // The box keeps its height between two messages, so that nothing moves.
  keepsPlace.current ||= tournament.open || isIn;
  return (
    <div class={css(keepsPlace.current ? 'you coming' : 'you')}>
      {you?.masa && mine?.status === 'playing' && (
        <Link to={`/masa/${you.masa}`} class="button main wide">
          <Icon name="play" />
          {t('to_your_table')}
        </Link>
      )}
      {!isIn && figures?.final_table && tables.length === 1 && (
        <Link to={ctrl.tablePath(tables[0]!.masa)} class="button main wide">
          <Icon name="play" />
          {t('watch_final')}
        </Link>
      )}
      {mayUnregister && (
        <div class={css('entered')}>
          <Icon name="check" />
          <p>{t('you_are_in')}</p>
          <button
            type="button"
            data-act="unregister"
            onClick={() => void trying(ctrl.unregister())}
          >
            {t('unregister')}
          </button>
        </div>
      )}
      {mayLeave && (
        <>
          <p class="soft">{t('may_leave')}</p>
          <button
            type="button"
            class="wide"
            data-act="leave"
            onClick={() => void trying(ctrl.leave())}
          >
            {t('leave_paid')}
          </button>
        </>
      )}
      {mayLeaveLeague && (
        <button
          type="button"
          class="wide"
          data-act="leave-league"
          onClick={() => void trying(ctrl.leaveLeague())}
        >
          {t('leave_league')}
        </button>
      )}
      {you?.leaves && <p class="soft">{t('you_leave_league')}</p>}
      {isStranger && tournament.open && <GuestName />}
      {!isIn && (mayRegister || (isStranger && tournament.open)) && (
        <button
          type="button"
          class="main wide"
          data-act="register"
          aria-busy={ctrl.isBusy.value}
          onClick={() => void register()}
        >
          {t(
            mine
              ? 'enter_again'
              : tournament.status === 'registering'
                ? 'register'
                : 'register_late',
          )}
          <span class={css('price number')}>
            {tournament.buy_in ? number(tournament.buy_in) : t('free')}
          </span>
        </button>
      )}
      {you?.may_decline && (
        <button
          type="button"
          class="wide"
          data-act="decline"
          onClick={() => void ctrl.send({ do: 'decline_re_entry' })}
        >
          {t('decline')}
        </button>
      )}
      {!isIn && !mayRegister && you?.why_not && tournament.status === 'registering' && (
        <p class="soft">{refusalText(you.why_not, you.why_not)}</p>
      )}
      {you?.may_rebuy && (
        <button type="button" class="wide" onClick={() => void ctrl.send({ do: 'rebuy' })}>
          {t('rebuy')}
        </button>
      )}
      {you?.may_add_on && (
        <button type="button" class="wide" onClick={() => void ctrl.send({ do: 'add_on' })}>
          {t('add_on')}
        </button>
      )}
      {me.value && (mayRegister || isIn) && (
        <p class={css('soft small-print')}>
          {common('chips_of', { chips: number(me.value.chips) })} · {common('play_money')}
        </p>
      )}
    </div>
  );
}

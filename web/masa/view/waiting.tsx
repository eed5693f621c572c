/** The buttons for users who are not on turn: acts to choose in advance, actions between hands, and
 * sitting down. */

import { cardName } from '../../lib/parts/card';
import { number } from '../../lib/i18n';
import { Icon } from '../../lib/parts/icon';
import { withKey } from '../../lib/net/key';
import { Link } from '../../lib/frame/router';
import { Checkbox } from '../../lib/parts/checkbox';
import type { Ctrl } from '../ctrl';
import { cardText } from '../dealer_lines';
import { t } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

export function NotYourTurn({ ctrl }: { ctrl: Ctrl }) {
  const { view, result } = ctrl.scene.value!;
  const [seat, player] = [ctrl.seat.value, ctrl.player.value];
  if (!seat) return <NotSeated ctrl={ctrl} />;
  if (player && view.game?.twice?.sides.includes(seat.side))
    return <p class={css('hint')}>{t('twice_wait')}</p>;
  if (player?.role === 'I' && view.to_act !== null && view.to_act !== seat.side && !seat.leaving)
    return <Beforehand ctrl={ctrl} />;
  if (seat.sit_out)
    return (
      <>
        <p class={css('hint')}>{t(ctrl.event.value ? 'you_fold_away' : 'you_are_away')}</p>
        <Back ctrl={ctrl} />
      </>
    );
  if (!seat.stack && !player && !ctrl.event.value)
    return (
      <>
        <p class={css('hint needed')}>
          {ctrl.isAsking.value ? beingAsked(ctrl) : t('you_are_broke')}
        </p>
        {!ctrl.isAsking.value && (
          <div class={css('buttons')}>
            <button type="button" class="main" onClick={() => ctrl.toggle('top_up')}>
              {t('rebuy')}
            </button>
          </div>
        )}
      </>
    );
  return (
    <>
      <p class={css('hint')}>{waitText(ctrl)}</p>
      <div class={css('between')}>
        {result && !view.game && <AfterHand ctrl={ctrl} />}
        {!ctrl.event.value && <NextHand ctrl={ctrl} />}
        {!player && seat.owes && !seat.posts && (
          <button
            type="button"
            onClick={() => void ctrl.send({ do: 'sit_out', value: false, posts: true })}
          >
            {t('post_now')}
          </button>
        )}
      </div>
    </>
  );
}

const beingAsked = (ctrl: Ctrl): string =>
  t('being_asked', { host: ctrl.room.value?.host ?? t('the_host') });

/** Options for the next hand, in the place of the action buttons. */
function NextHand({ ctrl }: { ctrl: Ctrl }) {
  const seat = ctrl.seat.value!;
  const { terms } = ctrl.view.value!;
  return (
    <div class={css('row next-hand')}>
      {terms.straddle && (
        <Checkbox
          text={t(ctrl.showsSizes ? 'straddle_me' : 'straddle')}
          isOn={seat.straddles}
          set={value => void ctrl.send({ do: 'straddle', value })}
        />
      )}
      <Checkbox
        text={t('sit_out')}
        isOn={seat.sit_out}
        set={value => void ctrl.send({ do: 'sit_out', value })}
      />
    </div>
  );
}

function waitText(ctrl: Ctrl): string {
  const { view } = ctrl.scene.value!;
  const seat = ctrl.seat.value!;
  if (view.game) {
    const other = view.seats.find(({ side }) => side === view.to_act);
    if (ctrl.player.value) return other ? t('waits_turn', { name: other.name }) : '';
    return seat.owes && !seat.posts ? t('you_wait_big') : t('you_wait_next');
  }
  const waitText = ctrl.waitText.value;
  if (seat.status === 'WaitOthers' && !ctrl.event.value)
    return ctrl.room.value?.paused ? waitText! : t('you_wait_others');
  return waitText ?? (seat.owes && !seat.posts ? t('you_wait_big') : t('hand_over'));
}

/** Buttons to show one or both cards after a hand, and the board cards that would have come. */
function AfterHand({ ctrl }: { ctrl: Ctrl }) {
  const { game, view, result, tabled, peeked, rabbit } = ctrl.scene.value!;
  const mine = game?.players.find(player => player.side === view.you);
  if (!mine || !game) return null;
  const cards = tabled.has(mine.side) ? null : mine.cards;
  const isCut = result?.status === 'one_win' && game.board.length < 5;
  const mayHunt = view.terms.rabbit && isCut && !rabbit;
  if (!cards && !mayHunt) return null;
  return (
    <div class={css('buttons after')} role="group" aria-label={t('after_hand')}>
      {cards?.map(card => (
        <button
          key={card}
          type="button"
          data-show={card}
          disabled={peeked.get(mine.side) === card}
          onClick={() => void ctrl.send({ do: 'show', card })}
        >
          {t('show')} <span aria-hidden="true">{cardText([card], false)}</span>
          <span class="unseen">{cardName(card)}</span>
        </button>
      ))}
      {cards && (
        <button type="button" data-act="show" onClick={() => void ctrl.send({ do: 'show' })}>
          {t('show_cards')}
        </button>
      )}
      {mayHunt && (
        <button type="button" data-act="rabbit" onClick={() => void ctrl.send({ do: 'rabbit' })}>
          {t('rabbit')}
        </button>
      )}
    </div>
  );
}

function Back({ ctrl }: { ctrl: Ctrl }) {
  const owes = ctrl.seat.value?.owes;
  return (
    <div class={css('buttons')}>
      {owes && (
        <button
          type="button"
          onClick={() => void ctrl.send({ do: 'sit_out', value: false, posts: true })}
        >
          {t('post_now')}
        </button>
      )}
      <button
        type="button"
        class="main"
        data-act="back"
        onClick={() => void ctrl.send({ do: 'sit_out', value: false })}
      >
        {t('back')}
      </button>
    </div>
  );
}

function Beforehand({ ctrl }: { ctrl: Ctrl }) {
  const chosen = ctrl.view.value?.preselected ?? null;
  const text = {
    'check or fold': t('pre.check_fold'),
    fold: t('pre.fold'),
    check: t('pre.check'),
    call: t('pre.call', { amount: ctrl.chips(ctrl.toCall.value) }),
  };
  const { view } = ctrl.scene.value!;
  const other = view.seats.find(({ side }) => side === view.to_act);
  return (
    <>
      <p class={css('hint')}>{other && t('waits_turn', { name: other.name })}</p>
      <div class={css('buttons beforehand')} role="group" aria-label={t('beforehand')}>
        {ctrl.choices().map(choice => (
          <button
            key={choice}
            type="button"
            data-pre={choice}
            aria-pressed={chosen === choice}
            onClick={() => ctrl.preselect(chosen === choice ? null : choice)}
          >
            <span class={css('box')} aria-hidden="true">
              {chosen === choice && <Icon name="check" />}
            </span>
            {text[choice]}
          </button>
        ))}
      </div>
    </>
  );
}

function NotSeated({ ctrl }: { ctrl: Ctrl }) {
  const waiting = ctrl.room.value?.waiting ?? [];
  const event = ctrl.event.value;
  if (event)
    return (
      <>
        <p class={css('hint')}>{t('watching')}</p>
        <div class={css('buttons')}>
          <Link to={withKey(`/tournament/${event.id}`, ctrl.key)} class="button">
            {t('to_tournament')}
          </Link>
        </div>
      </>
    );
  if (ctrl.isWaiting.value)
    return (
      <>
        <p class={css('hint needed')}>
          {t(ctrl.reserved.value === null ? 'waiting_for_side' : 'reserved')}
        </p>
        <div class={css('buttons')}>
          <button
            type="button"
            onClick={() =>
              void ctrl.send({ do: 'unwait' }).then(() => (ctrl.isWaiting.value = false))
            }
          >
            {t('give_up_waiting')}
          </button>
        </div>
      </>
    );
  const { least_buy_in, most_buy_in } = ctrl.view.value!.terms;
  const chips = { least: number(least_buy_in), most: number(most_buy_in) };
  return (
    <>
      <p class={css('hint', ctrl.isAsking.value && 'needed')}>
        {ctrl.isAsking.value ? beingAsked(ctrl) : t('watching_seat', chips)}
      </p>
      {waiting.length > 0 && <p class={css('hint')}>{t('queue', { names: waiting.join(', ') })}</p>}
      <div class={css('buttons')}>
        <button
          type="button"
          class={ctrl.isAsking.value ? '' : 'main'}
          data-act="sit"
          onClick={() => (ctrl.panel.value = { sit: null })}
        >
          {t('take_a_seat')}
        </button>
      </div>
    </>
  );
}

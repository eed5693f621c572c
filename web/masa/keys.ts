/** Keyboard shortcuts of a table. A whole hand can be played with them. */

import { useEffect } from 'preact/hooks';
import { announce } from '../lib/parts/announce';
import { number, ordinal } from '../lib/i18n';
import { withKey } from '../lib/net/key';
import { blindsText, clockText, inBlinds, levelLeft } from '../lib/level';
import { go } from '../lib/frame/router';
import { cardNames } from '../lib/parts/card';
import { useKeys, type Key } from '../lib/frame/keyboard';
import { settings } from '../lib/settings';
import type { Ctrl } from './ctrl';
import { nameOf } from './dealer_lines';
import { callAct } from './sizing';
import { t } from './text';

/** Keys in *early* were pressed while this code was loading, and are handled now. */
export function TableKeys({ ctrl, early }: { ctrl: Ctrl; early: KeyboardEvent[] }): null {
  useTableKeys(ctrl);
  useEffect(() => {
    for (const event of early.splice(0))
      event.target?.dispatchEvent(new KeyboardEvent(event.type, event));
  }, []);
  return null;
}

/** Panels that can open beside a table that fills the page. */
const PANELS = new Set(['seat', 'tournament', 'chat', 'hands', 'rules', 'menu', 'keys']);

/** *tile* is the selector of one table among several, which has no panels beside it. */
export function useTableKeys(ctrl: Ctrl, tile = ''): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(`${tile} ${selector}`);
  const isTurn = () => !!ctrl.turn.peek() && !ctrl.turn.peek()!.run_twice;
  const isAsked = () => !!ctrl.turn.peek()?.run_twice;
  const canRaise = () => isTurn() && !!ctrl.sizes.peek();
  const press = (act: string) => find(`.acts [data-act="${act}"]`)?.click();
  const choose = (index: number) => () => {
    const choice = ctrl.choices()[index];
    if (find('.beforehand') && choice)
      ctrl.preselect(ctrl.view.peek()?.preselected === choice ? null : choice);
  };
  const size = (index: number) => () => {
    const to = ctrl.sizeAt(index);
    if (to === null) return;
    ctrl.setRaise(to);
    announce(ctrl.chips(ctrl.raise.peek()));
  };
  const more = (by: number) => () => {
    ctrl.setRaise(ctrl.raise.peek() + by * ctrl.big.peek());
    announce(ctrl.chips(ctrl.raise.peek()));
  };
  const call = () => {
    const turn = ctrl.turn.peek();
    const act = turn && callAct(turn);
    if (act) void ctrl.act(act);
  };
  const all: Key[] = [
    { key: 'f', text: 'fold', when: isTurn, does: () => press('FO') },
    { key: 'f', text: 'fold', does: choose(0) },
    { key: 'c', text: 'call', when: isTurn, does: call },
    { key: 'c', text: 'call', does: choose(1) },
    { key: 'r', text: 'raise', when: canRaise, does: () => ctrl.raiseNow() },
    ...[0, 1, 2, 3, 4, 5].map(index => ({
      key: String(index + 1),
      text: 'sizes',
      when: canRaise,
      does: size(index),
    })),
    { key: 'a', text: 'all_in', when: canRaise, does: size(5) },
    { key: 'ArrowUp', text: 'up', when: canRaise, does: more(1) },
    { key: 'ArrowDown', text: 'down', when: canRaise, does: more(-1) },
    {
      key: 't',
      text: 'type',
      when: canRaise,
      does: () => find('.typed')?.focus(),
    },
    { key: 'y', text: 'yes', when: isAsked, does: () => void ctrl.answerTwice(true) },
    { key: 'n', text: 'no', when: isAsked, does: () => void ctrl.answerTwice(false) },
    { key: 'i', text: 'say', does: () => announce(standing(ctrl)) },
    { key: 'o', text: 'stacks', does: () => announce(stacks(ctrl)) },
    {
      key: 'e',
      text: 'seat',
      when: () => ctrl.you.peek() === null && !ctrl.event.peek(),
      does: () => (ctrl.panel.value = { sit: null }),
    },
    {
      key: 's',
      text: 'away',
      when: () => !!ctrl.seat.peek(),
      does: () => void ctrl.send({ do: 'sit_out', value: !ctrl.seat.peek()!.sit_out }),
    },
    {
      key: 'p',
      text: 'tournament',
      when: () => !!ctrl.event.peek(),
      does: () => go(withKey(`/tournament/${ctrl.event.peek()!.id}`, ctrl.key)),
    },
    { key: 'x', text: 'show', does: () => press('show') },
    { key: 'l', text: 'chat', does: () => openChat(ctrl) },
    { key: 'h', text: 'hands', does: () => ctrl.toggle('hands') },
    { key: 'u', text: 'rules', does: () => ctrl.toggle('rules') },
    {
      key: 'b',
      text: 'unit',
      does: () => (settings.unit.value = settings.unit.peek() === 'bb' ? 'chips' : 'bb'),
    },
    {
      key: 'v',
      text: 'sound',
      does: () => (settings.sound.value = !settings.sound.peek()),
    },
    { key: 'm', text: 'menu', does: () => ctrl.toggle('menu') },
    { key: '?', text: 'keys', does: () => ctrl.toggle('keys') },
  ];
  const mine = tile ? all.filter(({ text }) => !PANELS.has(text)) : all;
  useKeys(mine, [ctrl, t('keys')]);
}

function openChat(ctrl: Ctrl): void {
  const field = document.querySelector<HTMLElement>('.beside .say input');
  // The chat field beside the table, if it is visible. Otherwise the chat opens in a drawer.
  if (field?.offsetParent) field.focus();
  else ctrl.toggle('chat');
}

/** A summary of the situation for screen readers. */
export function standing(ctrl: Ctrl): string {
  const view = ctrl.view.peek();
  const game = view?.game;
  if (!view || !game) return [t('stands.none'), ...inTournament(ctrl)].join(' ');
  const mine = ctrl.player.peek()?.cards;
  const said = [
    game.board.length ? t('stands.board', { cards: cardNames(game.board) }) : t('stands.no_board'),
    t('stands.pot', { amount: ctrl.chips(game.pot) }),
  ];
  if (mine)
    said.unshift(
      t('stands.cards', { cards: cardNames(mine) }),
      t('you_have', { hand: nameOf(mine, game.board) }),
    );
  if (ctrl.toCall.peek()) said.push(t('stands.call', { amount: ctrl.chips(ctrl.toCall.peek()) }));
  const other = view.seats.find(seat => seat.side === view.to_act);
  if (other)
    said.push(other.side === view.you ? t('your_turn') : t('waits_turn', { name: other.name }));
  return [...said, ...inTournament(ctrl)].join(' ');
}

/** Level, remaining time and place. */
function inTournament(ctrl: Ctrl): string[] {
  const event = ctrl.event.peek();
  if (!event) return [];
  const [left, place] = [
    levelLeft(event, performance.now() - ctrl.roomAt.peek()),
    ctrl.place.peek(),
  ];
  const said = [
    t('stands.level', { level: event.level, blinds: blindsText(event.blinds, number) }),
  ];
  if (left !== null) said.push(t('stands.next', { time: clockText(left) }));
  const stack = ctrl.player.peek()?.stack ?? ctrl.seat.peek()?.stack ?? 0;
  if (place)
    said.push(
      t('stands.place', {
        place: ordinal(place),
        left: event.left,
        blinds: inBlinds(stack, ctrl.big.peek()),
      }),
    );
  return said;
}

function stacks(ctrl: Ctrl): string {
  const view = ctrl.view.peek();
  return (view?.seats ?? [])
    .map(({ side, name, stack }) => {
      const left = view?.game?.players.find(player => player.side === side)?.stack ?? stack;
      return t('stands.stack', { name, amount: ctrl.chips(left) });
    })
    .join(' ');
}

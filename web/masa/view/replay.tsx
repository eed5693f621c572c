/** One finished hand, step by step. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { HandData } from '../../lib/api';
import { Card } from '../../lib/parts/card';
import { Downloads } from '../../lib/parts/downloads';
import { number } from '../../lib/i18n';
import { Icon, type IconName } from '../../lib/parts/icon';
import { withKey } from '../../lib/net/key';
import { Link } from '../../lib/frame/router';
import { cardText } from '../dealer_lines';
import { steps } from '../replay';
import { t } from '../text';
import { Profit } from './profit';
import { styles } from '../../lib/css';
import replaySheet from '../replay.module.css';

const css = styles(replaySheet);

interface Props {
  hand: HandData;
  /** Key of a private table. */
  tableKey: string;
  /** Goes back to the list. Missing if there is none. */
  close?: () => void;
}

export function Replay({ hand, tableKey, close }: Props) {
  const all = steps(hand);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const at = useSignal(0);
  const step = all[Math.min(at.value, all.length - 1)]!;
  const names = new Map(hand.players.map(player => [player.side, player.name]));
  const move = (to: number) => (at.value = Math.max(0, Math.min(all.length - 1, to)));
  const isLast = at.value === all.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = {
      ArrowLeft: at.value - 1,
      ArrowRight: at.value + 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  };
  const words = t(step.key, {
    name: step.side === null ? '' : (names.get(step.side) ?? ''),
    amount: number(step.amount),
    cards: cardText(step.board.length > 3 ? step.board.slice(-1) : step.board, false),
  });
  const buttons: [IconName, string, number][] = [
    ['first', t('first'), 0],
    ['back', t('previous'), at.value - 1],
    ['next', t('next'), at.value + 1],
    ['last', t('last'), all.length - 1],
  ];
  return (
    <div class={css('story')} ref={ref} tabIndex={-1} onKeyDown={onKeyDown}>
      <div class={css('row between')}>
        {close && (
          <button type="button" class="small" onClick={close}>
            <Icon name="back" />
            {t('all_hands')}
          </button>
        )}
        <strong>{t('hand_number', { number: hand.number })}</strong>
      </div>
      <p class={css('happens')} aria-live="polite">
        {words}
      </p>
      <div class={css('minis board-line')}>
        {step.board.map(card => (
          <Card key={card} card={card} />
        ))}
        <span class="number">
          {t('pot', {
            amount: number(step.gathered + step.seats.reduce((sum, s) => sum + s.wager, 0)),
          })}
        </span>
      </div>
      <ul class={css('story-seats')}>
        {hand.players.map(player => {
          const seat = step.seats.find(other => other.side === player.side)!;
          return (
            <li
              key={player.side}
              class={css(`${seat.isIn ? '' : 'out'} ${step.side === player.side ? 'doing' : ''}`)}
            >
              <span class={css('name')}>
                <bdi>{player.name.replace(/ \(bot\)$/, '')}</bdi>
                {player.side === hand.button && <span class={css('mini-button')}>D</span>}
              </span>
              <span class={css('minis')}>
                {player.cards ? (
                  player.cards.map(card => <Card key={card} card={card} />)
                ) : (
                  <>
                    <Card card={null} />
                    <Card card={null} />
                  </>
                )}
              </span>
              <span class="number">{number(seat.stack)}</span>
              <span class={css('number wagered')}>{seat.wager ? number(seat.wager) : ''}</span>
              {isLast && <Profit net={player.net} />}
            </li>
          );
        })}
      </ul>
      <div class={css('row steps')}>
        {buttons.map(([icon, text, to]) => (
          <button
            key={icon}
            type="button"
            class="round"
            aria-label={text}
            disabled={to < 0 || to >= all.length || to === at.value}
            onClick={() => move(to)}
          >
            <Icon name={icon} />
          </button>
        ))}
        <span class="soft number">{t('step', { step: at.value + 1, steps: all.length })}</span>
      </div>
      <p>
        <Link to={withKey(`/hand/${hand.id}`, tableKey)} class="button">
          {t('study_hand')}
          <Icon name="next" />
        </Link>
      </p>
      <Downloads text={t('download')} path={`hands/${hand.id}`} tableKey={tableKey} />
    </div>
  );
}

/** A summary of the last hand: board, winners and their hands. It stays during the next hand. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { Card, cardNames } from '../../lib/parts/card';
import type { Ctrl } from '../ctrl';
import { nameAt, nameOf } from '../dealer_lines';
import { t } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

interface Last {
  hand: number;
  boards: string[][];
  won: { name: string; amount: string; cards: string[]; with: string }[];
}

export function LastHand({ ctrl }: { ctrl: Ctrl }) {
  const last = useSignal<Last | null>(null);
  useSignalEffect(() => {
    const scene = ctrl.scene.value;
    const { game, result, second, view } = scene ?? {};
    if (!game || !result || !view) return;
    const isShown = result.status === 'showdown';
    last.value = {
      hand: view.hand,
      boards: second ? [game.board, second] : [game.board],
      won: [...result.won].map(([side, amount]) => {
        const cards = (isShown && game.players.find(one => one.side === side)?.cards) || [];
        return {
          name: nameAt(view, side),
          amount: ctrl.chips(amount),
          cards,
          with: cards.length && !second ? nameOf(cards, game.board) : '',
        };
      }),
    };
  });
  if (!last.value) return null;
  const { hand, boards, won } = last.value;
  return (
    <section class={css('last-hand')} aria-label={t('last_hand', { hand })}>
      <button type="button" class="plain" onClick={() => ctrl.toggle('hands')}>
        <strong>{t('last_hand', { hand })}</strong>
      </button>
      {boards.map((board, at) => (
        <Cards key={at} cards={board} />
      ))}
      {won.map(one => (
        <p key={one.name}>
          <bdi>{one.name}</bdi> <span class="number">+{one.amount}</span>{' '}
          {one.cards.length > 0 && <Cards cards={one.cards} />}
          {one.with && <span class="soft">{one.with}</span>}
        </p>
      ))}
    </section>
  );
}

function Cards({ cards }: { cards: string[] }) {
  return (
    <span class={css('cards')} role="img" aria-label={cardNames(cards)}>
      {cards.map(card => (
        <Card key={card} card={card} label="" />
      ))}
    </span>
  );
}

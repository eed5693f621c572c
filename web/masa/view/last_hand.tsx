/** A summary of the last hand: board, winners and their hands. It stays during the next hand. */

import { shownName } from '../../lib/i18n';
import { useSignal, useSignalEffect } from '@preact/signals';
import { Card, cardNames } from '../../lib/parts/card';
import type { Ctrl } from '../ctrl';
import { lastHandOf, type LastHandData } from '../last_hand';
import { t } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

export function LastHand({ ctrl }: { ctrl: Ctrl }) {
  const last = useSignal<LastHandData | null>(null);
  useSignalEffect(() => {
    const scene = ctrl.scene.value;
    const found = scene && lastHandOf(scene);
    if (found) last.value = found;
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
          <bdi>{shownName(one.name)}</bdi> <span class="number">+{ctrl.chips(one.amount)}</span>
          {one.cards.length > 0 && <Cards cards={one.cards} />}
          {one.hands.length > 0 && <span class="soft">{one.hands.join(' · ')}</span>}
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

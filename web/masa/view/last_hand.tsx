/** A summary of the last hand: board, winners and their hands. It stays during the next hand. */

import { shownName } from '../../lib/i18n';
import { Card, cardNames } from '../../lib/parts/card';
import type { Ctrl } from '../ctrl';
import type { Scene } from '../animator';
import { lastHandOf } from '../last_hand';
import { t } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

/** *scene* shows the end of that hand. */
export function LastHand({ ctrl, scene }: { ctrl: Ctrl; scene: Scene }) {
  const last = lastHandOf(scene);
  if (!last) return null;
  const { hand, boards, won } = last;
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

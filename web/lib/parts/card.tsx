/** Playing cards as SVG, with a large index that can be read on a phone. */

import { t } from '../i18n';
import type en from '../text/en';

type Key = keyof typeof en;

const SUITS: Record<string, string> = {
  s: 'M12 2C15 6.500 21 10 21 15a4.500 4.500 0 0 1-7.600 3.200c.3 1.700 1 2.900 2.100 3.800h-7c1.100-.9 1.800-2.100 2.100-3.800A4.500 4.500 0 0 1 3 15C3 10 9 6.500 12 2z',
  h: 'M12 21.500C6 16.500 2.500 13 2.500 8.700A4.900 4.900 0 0 1 7.400 3.700c2 0 3.700 1.100 4.600 2.800.9-1.700 2.600-2.800 4.600-2.800a4.900 4.900 0 0 1 4.900 5C21.500 13 18 16.500 12 21.500z',
  d: 'M12 1.500c2.200 3.900 4.700 7.200 7.800 10.500-3.100 3.300-5.600 6.600-7.800 10.500-2.200-3.900-4.700-7.200-7.800-10.500C7.300 8.700 9.800 5.400 12 1.500z',
  c: 'M12 2a4.600 4.600 0 0 1 3.700 7.300A4.700 4.700 0 1 1 13.400 17c.3 2 1 3.600 2.100 5h-7c1.100-1.400 1.800-3 2.100-5a4.700 4.700 0 1 1-2.300-7.700A4.600 4.600 0 0 1 12 2z',
};

export function cardName(card: string): string {
  return t('card', {
    rank: t(`rank.${card[0]}` as Key),
    suit: t(`suit.${card[1]}` as Key),
  });
}

export const cardNames = (cards: readonly string[]): string => cards.map(cardName).join(', ');

interface Props {
  card: string | null;
  class?: string;
  /** Accessible name. Empty if the surrounding text names the card already. */
  label?: string;
}

/** A card face up, or its back if *card* is null. */
export function Card({ card, class: name = '', label }: Props) {
  const said = label ?? (card === null ? t('hidden_card') : cardName(card));
  const named = said
    ? ({ role: 'img', 'aria-label': said } as const)
    : ({ 'aria-hidden': true } as const);
  if (card === null) return <span class={`card back ${name}`} {...named} />;
  const [rank = '', suit = ''] = card;
  return (
    <span class={`card ${suit} ${name}`} {...named}>
      <span class="index" aria-hidden="true">
        {rank === 'T' ? '10' : rank}
        <Suit suit={suit} />
      </span>
      <Suit suit={suit} />
    </span>
  );
}

export function Suit({ suit }: { suit: string }) {
  return (
    <svg class={`suit ${suit}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={SUITS[suit] ?? ''} />
    </svg>
  );
}

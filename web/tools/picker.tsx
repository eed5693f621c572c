/** A field for cards, by typing or by clicking. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { cardName, Suit } from '../lib/parts/card';
import { Dialog } from '../lib/parts/dialog';
import { RANKS } from '../lib/range';
import { readCards } from './cards';
import { t } from './text';
import { styles } from '../lib/css';
import gridSheet from '../lib/parts/grid.module.css';
import toolsSheet from './tools.module.css';

const css = styles(gridSheet, toolsSheet);

interface Props {
  label: string;
  text: string;
  set(text: string): void;
  most: number;
}

export function CardField({ label, text, set, most }: Props) {
  const id = useId();
  const isOpen = useSignal(false);
  const { rest } = readCards(text);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class={css('with-button')}>
        <input
          id={id}
          value={text}
          maxLength={120}
          autocomplete="off"
          spellcheck={false}
          placeholder={t('cards_example')}
          aria-invalid={!!rest}
          aria-describedby={rest ? `${id}-fault` : undefined}
          onInput={event => set(event.currentTarget.value)}
        />
        <button
          type="button"
          aria-label={t('cards_of', { name: label })}
          onClick={() => (isOpen.value = true)}
        >
          {t('choose_cards')}
        </button>
      </span>
      {rest && (
        <span id={`${id}-fault`} class="bad">
          {t('not_cards', { text: rest })}
        </span>
      )}
      {isOpen.value && (
        <Picker
          label={label}
          cards={readCards(text).cards}
          set={cards => set(cards.join(' '))}
          most={most}
          close={() => (isOpen.value = false)}
        />
      )}
    </div>
  );
}

interface PickerProps {
  label: string;
  cards: string[];
  set(cards: string[]): void;
  most: number;
  close(): void;
}

function Picker({ label, cards, set, most, close }: PickerProps) {
  const toggle = (card: string) =>
    set(cards.includes(card) ? cards.filter(other => other !== card) : [...cards, card]);
  return (
    <Dialog title={label} close={close} class={css('painter')}>
      <div class={css('pick')} role="group" aria-label={label}>
        {['s', 'h', 'd', 'c'].flatMap(suit =>
          RANKS.split('').map(rank => {
            const card = rank + suit;
            const isIn = cards.includes(card);
            return (
              <button
                key={card}
                type="button"
                aria-pressed={isIn}
                disabled={!isIn && cards.length >= most}
                onClick={() => toggle(card)}
              >
                <span class="unseen">{cardName(card)}</span>
                <span aria-hidden="true">{rank === 'T' ? '10' : rank}</span>
                <Suit suit={suit} />
              </button>
            );
          }),
        )}
      </div>
      <p class={css('row between-ends')}>
        <button type="button" class="plain" onClick={() => set([])}>
          {t('clear')}
        </button>
        <button type="button" class="main" onClick={close}>
          {t('done')}
        </button>
      </p>
    </Dialog>
  );
}

/** The equity calculator for hands and ranges. The server computes. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EquityAnswer, ShareOfPot } from '../lib/api';
import { Radios } from '../lib/parts/field';
import { RangeGrid } from '../lib/parts/grid';
import { number } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { post, Refusal } from '../lib/net/rest';
import { readCards } from './cards';
import { Painter } from './painter';
import { CardField } from './picker';
import { Refused } from './refusal_notice';
import { t } from './text';
import { styles } from '../lib/css';
import toolsSheet from './tools.module.css';

const css = styles(toolsSheet);

const MOST_HANDS = 10;
const percent = (part: number, places = 2): string => `${(100 * part).toFixed(places)}%`;

type How = 'auto' | 'exact' | 'sampled';

/** Hands from the address: /tools/equity?hand=AA&hand=KK */
const handsFromAddress = (): string[] => {
  const found = new URLSearchParams(location.search).getAll('hand').slice(0, MOST_HANDS);
  return [...found, '', ''].slice(0, Math.max(2, found.length));
};

export function Equity() {
  const hands = useSignal<string[]>(handsFromAddress());
  const board = useSignal('');
  const dead = useSignal('');
  const how = useSignal<How>('auto');
  const answer = useSignal<EquityAnswer | null>(null);
  const refusal = useSignal<Refusal | null>(null);
  const isAsked = useSignal(false);
  const isReady =
    hands.value.every(hand => hand.trim()) &&
    !readCards(board.value).rest &&
    !readCards(dead.value).rest;
  const count = async () => {
    if (isAsked.peek()) return;
    isAsked.value = true;
    refusal.value = null;
    try {
      answer.value = await post<EquityAnswer>('tools/equity', {
        hands: hands.peek(),
        board: readCards(board.peek()).cards.join(' '),
        dead: readCards(dead.peek()).cards.join(' '),
        exact: how.peek() === 'auto' ? null : how.peek() === 'exact',
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer.value = null;
      refusal.value = error;
    } finally {
      isAsked.value = false;
    }
  };
  useEffect(() => {
    if (hands.peek().every(hand => hand.trim())) void count();
  }, []);
  const set = (index: number, text: string) => {
    hands.value = hands.peek().map((was, at) => (at === index ? text : was));
    answer.value = null;
  };
  return (
    <form
      class={css('equity')}
      onSubmit={event => {
        event.preventDefault();
        if (isReady) void count();
      }}
    >
      <ol class={css('rows')}>
        {hands.value.map((text, index) => (
          <Row
            key={index}
            index={index}
            text={text}
            set={now => set(index, now)}
            remove={
              hands.value.length > 2
                ? () => {
                    hands.value = hands.peek().filter((_, at) => at !== index);
                    answer.value = null;
                  }
                : null
            }
            share={answer.value?.shares[index] ?? null}
            isExact={answer.value?.exact ?? false}
          />
        ))}
      </ol>
      <div class={css('panel more')}>
        <button
          type="button"
          disabled={hands.value.length >= MOST_HANDS}
          onClick={() => {
            hands.value = [...hands.peek(), ''];
            answer.value = null;
          }}
        >
          <Icon name="plus" />
          {t('add')}
        </button>
        <CardField
          label={t('board')}
          text={board.value}
          set={text => {
            board.value = text;
            answer.value = null;
          }}
          most={5}
        />
        <CardField
          label={t('dead')}
          text={dead.value}
          set={text => {
            dead.value = text;
            answer.value = null;
          }}
          most={40}
        />
        <Radios
          label={t('how')}
          value={how.value}
          options={(['auto', 'exact', 'sampled'] as const).map((way): [How, string] => [
            way,
            t(`how.${way}`),
          ])}
          choose={way => (how.value = way)}
        />
        <button type="submit" class="main" disabled={!isReady || isAsked.value}>
          {t(isAsked.value ? 'counting' : 'count')}
        </button>
        <p class={css('outcome')} role="status">
          {answer.value &&
            t(answer.value.exact ? 'exact' : 'sampled', { count: number(answer.value.looked_at) })}
        </p>
        {refusal.value && <Refused refusal={refusal.value} />}
      </div>
    </form>
  );
}

interface RowProps {
  index: number;
  text: string;
  set(text: string): void;
  remove: (() => void) | null;
  share: ShareOfPot | null;
  isExact: boolean;
}

function Row({ index, text, set, remove, share, isExact }: RowProps) {
  const isPainting = useSignal(false);
  const name = t('hand_or_range', { n: index + 1 });
  return (
    <li class="panel">
      <span class={css('with-button')}>
        <input
          aria-label={name}
          placeholder={t('range_example')}
          value={text}
          maxLength={4000}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          onInput={event => set(event.currentTarget.value)}
        />
        <button
          type="button"
          aria-label={`${name}: ${t('on_grid')}`}
          onClick={() => (isPainting.value = true)}
        >
          {t('on_grid')}
        </button>
        {remove && (
          <button
            type="button"
            class="plain round"
            aria-label={t('remove', { n: index + 1 })}
            onClick={remove}
          >
            <Icon name="close" />
          </button>
        )}
      </span>
      <div class={css('result')}>
        {share && (
          <>
            <strong class="number">{percent(share.equity)}</strong>
            <span class={css('bar')} aria-hidden="true">
              <span class={css('won')} style={{ width: percent(share.win) }} />
              <span class={css('tied')} style={{ width: percent(share.tie) }} />
            </span>
            <span class="soft number">
              {t('win', { percent: percent(share.win) })} ·{' '}
              {t('tie', { percent: percent(share.tie) })}
              {!isExact && (
                <> · {t('interval', { low: percent(share.low), high: percent(share.high) })}</>
              )}
              {' · '}
              {t('of_all', { percent: `${share.percent.toFixed(1)}%` })}
            </span>
          </>
        )}
      </div>
      {share && share.percent > 0.5 && (
        <details>
          <summary>{t('by_class')}</summary>
          <RangeGrid values={share.grid} label={t('grid_of', { n: index + 1 })} isNumbered />
        </details>
      )}
      {isPainting.value && (
        <Painter text={text} set={set} close={() => (isPainting.value = false)} />
      )}
    </li>
  );
}

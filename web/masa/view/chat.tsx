/** The dealer's lines and the chat, beside the table or in a drawer. */

import { signal, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../lib/parts/icon';
import { timeOfDay } from '../../lib/i18n';
import { withKey } from '../../lib/net/key';
import { lazy } from '../../lib/parts/lazy';
import { me } from '../../lib/net/me';
import { toast } from '../../lib/parts/toast';
import type { ChatMessage } from '../../lib/wire';
import type { Scene } from '../animator';
import type { Ctrl } from '../ctrl';
import { t } from '../text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

/** Phrases that can be sent with one click. */
const PHRASES = [
  'phrase.nice_hand',
  'phrase.well_played',
  'phrase.thanks',
  'phrase.unlucky',
] as const;
const EMOTES = ['👏', '😂', '😮', '😭', '🔥', '🤔'];

/** Keeps the end of a list in view, unless the user has scrolled back. */
function useEndInSight(length: unknown) {
  const ref = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const list = ref.current;
    if (list && isAtEnd.current) list.scrollTop = list.scrollHeight;
  }, [length]);
  const onScroll = () => {
    const list = ref.current!;
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  };
  return { ref, onScroll };
}

export function Dealer({ ctrl }: { ctrl: Ctrl }) {
  const lines = ctrl.lines.value;
  const end = useEndInSight(lines.length && lines[lines.length - 1]!.id);
  return (
    <ol
      class={css('lines dealer')}
      ref={end.ref as never}
      onScroll={end.onScroll}
      tabIndex={0}
      aria-label={t('events')}
    >
      {lines.map(({ id, line, kind, hand }) => (
        <li key={id} dir="auto" class={css(kind)}>
          {hand ? (
            // A new tab, because the next hand at this table may have started.
            <a href={withKey(`/hand/${hand}`, ctrl.key)} target="_blank">
              {line(false)}
            </a>
          ) : (
            line(false)
          )}
        </li>
      ))}
    </ol>
  );
}

export function Chat({ ctrl }: { ctrl: Ctrl }) {
  const lines = ctrl.chat.value;
  const end = useEndInSight(lines.length);
  const text = useSignal('');
  useEffect(() => {
    ctrl.unread.value = 0;
  }, [lines.length]);
  const say = (said: string) => ctrl.send({ do: 'say', text: said });
  const send = async (event: Event) => {
    event.preventDefault();
    const said = text.value.trim();
    if (said && (await say(said))) text.value = '';
  };
  return (
    <div class={css('chat')}>
      <ol
        class={css('lines')}
        ref={end.ref as never}
        onScroll={end.onScroll}
        tabIndex={0}
        aria-label={t('chat')}
      >
        {lines.length === 0 && <li class="soft">{t('no_chat')}</li>}
        {lines.map(line => (
          <Line key={line.chat} ctrl={ctrl} line={line} />
        ))}
      </ol>
      {me.value && (
        <div class={css('phrases')} role="group" aria-label={t('phrases')}>
          {[...PHRASES.map(key => t(key)), ...EMOTES].map(phrase => (
            <button key={phrase} type="button" class="small" onClick={() => void say(phrase)}>
              {phrase}
            </button>
          ))}
        </div>
      )}
      {me.value && (
        <form class={css('say')} onSubmit={event => void send(event)}>
          <input
            name="say"
            autocomplete="off"
            maxLength={300}
            aria-label={t('say_something')}
            placeholder={t('say_something')}
            value={text.value}
            onInput={event => (text.value = event.currentTarget.value)}
          />
          <button type="submit" class="round" aria-label={t('send')}>
            <Icon name="next" />
          </button>
        </form>
      )}
    </div>
  );
}

function Line({ ctrl, line }: { ctrl: Ctrl; line: ChatMessage }) {
  const isOpen = useSignal(false);
  const { name } = line;
  const isMuted = ctrl.muted.value.has(name);
  const isMine = name === me.value?.name;
  const mute = async () => {
    if (!(await ctrl.send({ do: 'mute', name, value: !isMuted }))) return;
    const muted = new Set(ctrl.muted.peek());
    if (isMuted) muted.delete(name);
    else muted.add(name);
    ctrl.muted.value = muted;
  };
  const report = async () => {
    if (await ctrl.send({ do: 'report', chat: line.chat })) toast(t('reported'));
    isOpen.value = false;
  };
  return (
    <li>
      <button
        type="button"
        class={css('plain who')}
        aria-expanded={isOpen.value}
        title={timeOfDay(line.at)}
        disabled={isMine || !me.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <bdi>{name}</bdi>
      </button>{' '}
      <span class={css('said')} dir="auto">
        {isMuted ? t('muted_line') : line.text}
      </span>
      {isOpen.value && (
        <span class={css('row tools')}>
          <button type="button" class="small" onClick={() => void mute()}>
            {t(isMuted ? 'unmute' : 'mute', { name })}
          </button>
          <button type="button" class="small" onClick={() => void report()}>
            {t('report')}
          </button>
          {ctrl.manages.value && (
            <button
              type="button"
              class="small"
              onClick={() => void ctrl.send({ do: 'mute', name, value: true, everybody: true })}
            >
              {t('mute_all', { name })}
            </button>
          )}
        </span>
      )}
    </li>
  );
}

/** Whether both lists fit beside the table. The same condition as in `masa.module.css`. */
const wide = matchMedia('(min-width: 1080px) and (min-height: 520px)');
const isWide = signal(wide.matches);
wide.addEventListener('change', () => (isWide.value = wide.matches));
const LastHand = lazy(() => import('./last_hand').then(found => found.LastHand));

/** Both lists and the last hand, on a wide screen. On a narrow one the drawer has the lists, and
 * what was said there stays unread until it is opened. */
export function Aside({ ctrl }: { ctrl: Ctrl }) {
  // Kept while the window is narrow too.
  const ended = useRef<Scene | null>(null);
  const scene = ctrl.scene.value;
  if (scene?.result) ended.current = scene;
  if (!isWide.value) return null;
  return (
    <aside class={css('beside')}>
      <div class={css('last-place')}>
        {ended.current ? (
          <LastHand ctrl={ctrl} scene={ended.current} />
        ) : (
          <p class={css('last-hand soft')}>{t('no_last_hand')}</p>
        )}
      </div>
      <h2>{t('events')}</h2>
      <Dealer ctrl={ctrl} />
      <h2>{t('chat')}</h2>
      <Chat ctrl={ctrl} />
    </aside>
  );
}

/** All tables one sits at, kept in sight on the one socket: whoever looks at another page is not
 * absent there, and hears when it is their turn. */

import { computed, effect, signal } from '@preact/signals';
import { interrupt } from '../parts/announce';
import { told, type Held } from '../net/own_seat';
import { t, tableName } from '../i18n';
import { Icon } from '../parts/icon';
import { me } from '../net/me';
import { find, Link, path } from './router';
import { socket } from '../net/socket';
import { play as sound } from '../sound';
import { useTicking } from '../page_clock';

const held = signal<ReadonlyMap<string, Held>>(new Map());
/** Those that this connection looks at, so that each is asked for once. */
const watched = new Set<string>();

/** The table that the page shows, which minds its own turns. */
const shown = computed(() => find(path.value)?.place.params.id ?? null);
const elsewhere = computed(() => [...held.value.values()].filter(one => one.masa !== shown.value));
/** Where it is one's turn, the table that is looked at first. */
export const turns = computed(() =>
  [...held.value.values()]
    .filter(one => one.isTurn)
    .sort((one, other) => +(other.masa === shown.value) - +(one.masa === shown.value)),
);

/** Whether somebody who looks away from this table still has a side there. */
export const holds = (masa: string): boolean => held.peek().has(masa);

function set(masa: string, now: Held | null): void {
  const next = new Map(held.peek());
  if (now) next.set(masa, now);
  else next.delete(masa);
  held.value = next;
}

function watch(masa: string): void {
  if (masa === shown.peek() || watched.has(masa)) return;
  watched.add(masa);
  socket.ask({ do: 'watch', masa }, false).catch(() => watched.delete(masa));
}

socket.listen(message => {
  if (!('masa' in message) || !message.masa) return;
  if (message.type === 'tournament_seat') {
    watch(message.masa);
    return;
  }
  const { masa } = message;
  const before = held.peek().get(masa) ?? null;
  const now = told(before, message);
  if (now === before) return;
  if (now) watched.add(masa);
  set(masa, now);
  // Side by side each table minds its own turns.
  const isSeen = masa === shown.peek() || path.peek() === TILES;
  if (!now?.isTurn || before?.isTurn || isSeen) return;
  interrupt(t('turn_at', { name: tableName(now.name) }));
  if (document.visibilityState === 'visible') sound('turn');
});

socket.onOpen(() => {
  watched.clear();
  for (const [masa, one] of held.peek()) {
    set(masa, { ...one, isTurn: false, until: 0 });
    watch(masa);
  }
});

// Who one is tells where one sits: after a page is loaded, or somebody has logged in.
let who: string | undefined;
effect(() => {
  const now = me.value;
  if (now?.name !== who) {
    who = now?.name;
    held.value = new Map();
    watched.clear();
  }
  if (socket.status.value === 'open') for (const { masa } of now?.seated ?? []) watch(masa);
});

/** With the key of a private table, so that its link can be passed on from there. */
function pathOf(masa: string): string {
  const key = me.value?.seated.find(place => place.masa === masa)?.key;
  return key ? `/masa/${masa}#${encodeURIComponent(key)}` : `/masa/${masa}`;
}

/** Pages that one reads: nothing moves there when it is known that one sits somewhere. */
const READ = new Set(['hand', 'hands', 'upload', 'stats', 'player', 'leaders', 'tools']);

/** All of them at once. */
const TILES = '/tables';

/** Seconds to act there. */
function Left({ until }: { until: number }) {
  const seconds = Math.ceil(Math.max(0, until - useTicking()) / 1000);
  return (
    <span class="number" aria-hidden="true">
      {seconds}
    </span>
  );
}

/** The way back; in the lobby, which has one of its own, only when it is one's turn. */
export function Elsewhere() {
  const isLobby = path.value === '/';
  const isRead = READ.has(find(path.value)?.place.name ?? '');
  const tables = elsewhere.value.filter(one => one.isTurn || !isLobby);
  if (!tables.length || path.value === TILES) return null;
  return (
    <nav class={isLobby || isRead ? 'elsewhere over' : 'elsewhere'} aria-label={t('your_tables')}>
      {tables.map(({ masa, name, isTurn, until }) => (
        <Link key={masa} to={pathOf(masa)} class={isTurn ? 'turn' : ''}>
          <bdi>{tableName(name)}</bdi>
          {isTurn && <span>· {t('your_turn')}</span>}
          {isTurn && <Left until={until} />}
          <Icon name="next" />
        </Link>
      ))}
      {held.value.size > 1 && (
        <Link to={TILES} class="tiles" aria-label={t('side_by_side')}>
          <Icon name="tiles" />
        </Link>
      )}
    </nav>
  );
}

/** All tables where the user has a seat. The client watches them over the one socket while another
 * page is shown, so that the player does not count as away and hears when it is their turn. */

import { computed, effect, signal } from '@preact/signals';
import { interrupt } from '../parts/announce';
import { seatAfter, type OwnSeat } from '../net/own_seat';
import { t, tableName } from '../i18n';
import { Icon } from '../parts/icon';
import { me } from '../net/me';
import { find, Link, path } from './router';
import { socket } from '../net/socket';
import { play as sound } from '../sound';
import { usePageClock } from '../page_clock';

const seats = signal<ReadonlyMap<string, OwnSeat>>(new Map());
/** Tables that this connection watches, so that each is requested only once. */
const watched = new Set<string>();

/** The table that the page shows. Its own page announces its turns. */
const shown = computed(() => find(path.value)?.place.params.id ?? null);
const otherTables = computed(() =>
  [...seats.value.values()].filter(one => one.masa !== shown.value),
);
/** Tables where it is the user's turn. The table that is shown comes first. */
export const turns = computed(() =>
  [...seats.value.values()]
    .filter(one => one.isTurn)
    .sort((one, other) => +(other.masa === shown.value) - +(one.masa === shown.value)),
);

/** Whether the user has a seat at this table. */
export const hasSeatAt = (masa: string): boolean => seats.peek().has(masa);

function set(masa: string, now: OwnSeat | null): void {
  const next = new Map(seats.peek());
  if (now) next.set(masa, now);
  else next.delete(masa);
  seats.value = next;
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
  const before = seats.peek().get(masa) ?? null;
  const now = seatAfter(before, message);
  if (now === before) return;
  if (now) watched.add(masa);
  set(masa, now);
  // On the page with all tables side by side, each table announces its own turns.
  const isSeen = masa === shown.peek() || path.peek() === TILES_PATH;
  if (!now?.isTurn || before?.isTurn || isSeen) return;
  interrupt(t('turn_at', { name: tableName(now.name) }));
  if (document.visibilityState === 'visible') sound('turn');
});

socket.onOpen(() => {
  watched.clear();
  for (const [masa, one] of seats.peek()) {
    set(masa, { ...one, isTurn: false, until: 0 });
    watch(masa);
  }
});

// The list of seats comes with the account, after the page has loaded or after a login.
let account: string | undefined;
effect(() => {
  const now = me.value;
  if (now?.name !== account) {
    account = now?.name;
    seats.value = new Map();
    watched.clear();
  }
  if (socket.status.value === 'open') for (const { masa } of now?.seated ?? []) watch(masa);
});

/** The path of a table, with its key if it is private, so that the user can share the link from
 * there. */
function pathOf(masa: string): string {
  const key = me.value?.seated.find(place => place.masa === masa)?.key;
  return `/masa/${masa}${key ? `#${encodeURIComponent(key)}` : ''}`;
}

/** Pages for reading. There the bar lies over the content, so that nothing moves when it appears. */
const READING_PAGES = new Set(['hand', 'hands', 'upload', 'stats', 'player', 'leaders', 'tools']);

/** Path of the page with all tables side by side. */
const TILES_PATH = '/tables';

/** Seconds that are left to act. */
function SecondsLeft({ until }: { until: number }) {
  const seconds = Math.ceil(Math.max(0, until - usePageClock()) / 1000);
  return (
    <span class="number" aria-hidden="true">
      {seconds}
    </span>
  );
}

/** The bar with links to the user's tables. The lobby has its own list of them, so there the bar
 * shows only tables where it is the user's turn. */
export function OwnTablesBar() {
  const isLobby = path.value === '/';
  const isRead = READING_PAGES.has(find(path.value)?.place.name ?? '');
  const tables = otherTables.value.filter(one => one.isTurn || !isLobby);
  if (!tables.length || path.value === TILES_PATH) return null;
  return (
    <nav class={isLobby || isRead ? 'elsewhere over' : 'elsewhere'} aria-label={t('your_tables')}>
      {tables.map(({ masa, name, isTurn, until }) => (
        <Link key={masa} to={pathOf(masa)} class={isTurn ? 'turn' : ''}>
          <bdi>{tableName(name)}</bdi>
          {isTurn && <span>· {t('your_turn')}</span>}
          {isTurn && <SecondsLeft until={until} />}
          <Icon name="next" />
        </Link>
      ))}
      {seats.value.size > 1 && (
        <Link to={TILES_PATH} class="tiles" aria-label={t('side_by_side')}>
          <Icon name="tiles" />
        </Link>
      )}
    </nav>
  );
}

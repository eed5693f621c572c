/** The player's own entry in a tournament, on every page: being seated, moved to another table, or
 * out. The server sends this on every connection, and the client goes to the table without a
 * click. */

import { signal } from '@preact/signals';
import { interrupt } from '../parts/announce';
import { t } from '../i18n';
import { lazy } from '../parts/lazy';
import { refreshMe } from '../net/me';
import { find, go, path } from './router';
import { socket } from '../net/socket';
import { play as sound } from '../sound';
import { toast } from '../parts/toast';
import type { TournamentOverMessage, TournamentSeatMessage } from '../wire';

/** The table page that is shown. */
interface Page {
  /** Id of the tournament that the table belongs to. Null for a cash table. */
  tournament(): string | null;
  /** Calls `then` after the page has drawn all events received so far. */
  after(then: () => void): void;
}

let shown: Page | null = null;

export function setTablePage(page: Page): () => void {
  shown = page;
  return () => {
    if (shown === page) shown = null;
  };
}

/** The result of the player's last tournament, until its dialog is closed. */
export const outcome = signal<TournamentOverMessage | null>(null);

/** The number of a tournament table, which is the end of its id. */
export const tableNumber = (masa: string): string => /\d+$/.exec(masa)?.[0] ?? '';

/** Whether the current page should be left for the player's table. */
function shouldGoTo({ id, masa, was }: TournamentSeatMessage): boolean {
  const { name, params } = find(path.peek())?.place ?? {};
  if (name === 'masa')
    return params?.id !== masa && (params?.id === was || shown?.tournament() === id);
  if (name === 'tournament') return params?.id === id;
  return (name === 'lobby' || name === 'tournaments') && was === null;
}

const knownTables = new Map<string, string>();

function onSeat(message: TournamentSeatMessage): void {
  const { id, masa, was, side } = message;
  const words = t(was === null ? 'seated_at' : 'moved_to', { table: tableNumber(masa) });
  if (shouldGoTo(message)) go(`/masa/${masa}`, was !== null);
  // The server sends the seat again after a hand that the player had to wait for.
  if (knownTables.get(id) === masa) return;
  knownTables.set(id, masa);
  interrupt(side === null ? `${words} ${t('seated_later')}` : words);
  toast(words);
  sound('turn');
  void refreshMe().catch(() => undefined);
}

function onEnd(message: TournamentOverMessage): void {
  knownTables.delete(message.id);
  void refreshMe().catch(() => undefined);
  if (message.place === null) {
    interrupt(t('entry_back'));
    toast(t('entry_back'));
    return;
  }
  outcome.value = message;
}

socket.listen(message => {
  const after = (then: () => void) => (shown ? shown.after(then) : then());
  if (message.type === 'tournament_seat') after(() => onSeat(message));
  else if (message.type === 'tournament_over') after(() => onEnd(message));
});

const Result = lazy(() => import('../../tournament/outcome').then(found => found.Result));

/** The result dialog, on top of any page. Its code is fetched when the first result arrives. */
export function Outcome() {
  const over = outcome.value;
  return over && <Result key={over.id} over={over} close={() => (outcome.value = null)} />;
}

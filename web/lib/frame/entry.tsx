/** One's own entry in a tournament, whatever page is shown: a table to go to, another table, the end.
 * The room tells it on every connection; nobody has to click to be where they play. */

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
  /** Whose table it is; null at a cash table. */
  tournament(): string | null;
  /** What is still to be seen there comes first. */
  after(then: () => void): void;
}

let shown: Page | null = null;

export function attend(page: Page): () => void {
  shown = page;
  return () => {
    if (shown === page) shown = null;
  };
}

/** How one's last tournament ended, until it has been read. */
export const outcome = signal<TournamentOverMessage | null>(null);

/** A table's number is the end of its id. */
export const numberOf = (masa: string): string => /\d+$/.exec(masa)?.[0] ?? '';

/** Whether somebody who looks at this page wants to be taken to that table. */
function leadsThere({ id, masa, was }: TournamentSeatMessage): boolean {
  const { name, params } = find(path.peek())?.place ?? {};
  if (name === 'masa')
    return params?.id !== masa && (params?.id === was || shown?.tournament() === id);
  if (name === 'tournament') return params?.id === id;
  return (name === 'lobby' || name === 'tournaments') && was === null;
}

const told = new Map<string, string>();

function seated(message: TournamentSeatMessage): void {
  const { id, masa, was, side } = message;
  const words = t(was === null ? 'seated_at' : 'moved_to', { table: numberOf(masa) });
  if (leadsThere(message)) go(`/masa/${masa}`, was !== null);
  // It is told a second time to whoever had to wait for a hand to end.
  if (told.get(id) === masa) return;
  told.set(id, masa);
  interrupt(side === null ? `${words} ${t('seated_later')}` : words);
  toast(words);
  sound('turn');
  void refreshMe().catch(() => undefined);
}

function ended(message: TournamentOverMessage): void {
  told.delete(message.id);
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
  if (message.type === 'tournament_seat') after(() => seated(message));
  else if (message.type === 'tournament_over') after(() => ended(message));
});

const Over = lazy(() => import('../../tournament/outcome').then(found => found.Over));

/** Over whatever page is shown; fetched when somebody goes out or wins. */
export function Outcome() {
  const over = outcome.value;
  return over && <Over key={over.id} over={over} close={() => (outcome.value = null)} />;
}

/** Client-side routing. The server answers each of these addresses with a document for that page. */

import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';

export interface Place {
  path: string;
  /** Folder name of the page. */
  name: string;
  /** Values of the named groups in the route's pattern. */
  params: Record<string, string>;
}

export type Page = ComponentType<{ place: Place }>;
type Load = () => Promise<{ default: Page }>;

/** Routes of all pages. The code of a page is fetched when the page is first opened. */
const ROUTES: [pattern: RegExp, name: string, load: Load][] = [
  [/^\/$/, 'lobby', () => import('../../lobby/index')],
  [/^\/masa\/(?<id>[\w-]+)$/, 'masa', () => import('../../masa/index')],
  [/^\/tables$/, 'tiles', () => import('../../tiles/index')],
  [/^\/tournaments$/, 'tournaments', () => import('../../tournaments/index')],
  [/^\/tournament\/(?<id>[\w-]+)$/, 'tournament', () => import('../../tournament/index')],
  [/^\/league\/(?<id>[\w-]+)$/, 'league', () => import('../../league/index')],
  [/^\/account$/, 'account', () => import('../../account/index')],
  [/^\/admin$/, 'admin', () => import('../../admin/index')],
  [/^\/rules$/, 'rules', () => import('../../rules/index')],
  [/^\/docs$/, 'docs', () => import('../../docs/index')],
  [/^\/(?:hand|shared)\/(?<hand>\w+)$/, 'hand', () => import('../../hand/index')],
  [/^\/hands$/, 'hands', () => import('../../hands/index')],
  [/^\/tools\/(?<tool>equity|ranges|odds)$/, 'tools', () => import('../../tools/index')],
  [/^\/hands\/upload$/, 'upload', () => import('../../upload/index')],
  [/^\/leaderboards$/, 'leaders', () => import('../../leaders/index')],
  [/^\/me\/stats$/, 'stats', () => import('../../stats/index')],
  [/^\/player\/(?<player>[^/]+)$/, 'player', () => import('../../stats/player/index')],
];

export const path = signal(location.pathname);

addEventListener('popstate', () => (path.value = location.pathname));

export function find(at: string): { place: Place; load: Load } | null {
  for (const [pattern, name, load] of ROUTES) {
    const match = pattern.exec(at);
    if (match) return { place: { path: at, name, params: { ...match.groups } }, load };
  }
  return null;
}

export function go(to: string, replace = false): void {
  const url = new URL(to, location.href);
  if (url.href === location.href) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  path.value = url.pathname;
  scrollTo(0, 0);
}

interface LinkProps {
  to: string;
  class?: string;
  'aria-label'?: string;
  'aria-current'?: 'page' | 'true' | undefined;
  children: ComponentChildren;
}

/** A link within the client. With a modifier key the browser handles it as an ordinary link. */
export function Link({ to, children, ...rest }: LinkProps) {
  const click = (event: MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...rest} href={to} onClick={click}>
      {children}
    </a>
  );
}

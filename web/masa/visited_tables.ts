/** Host tables where the user has played in this browser. Their results stay available after they
 * close. */

import { recall, remember } from '../lib/storage';

const MAX_TABLES = 20;
const visited = (): string[] => recall<string[]>('games', []);

export function rememberTable(masa: string): void {
  remember('games', [...visited().filter(other => other !== masa), masa].slice(-MAX_TABLES));
}

export const hasPlayed = (masa: string): boolean => visited().includes(masa);

/** Host tables where the user has played in this browser. Their results stay available after they
 * close. */

import { recall, remember } from '../lib/storage';

const MOST = 20;
const games = (): string[] => recall<string[]>('games', []);

export function noteGame(masa: string): void {
  remember('games', [...games().filter(other => other !== masa), masa].slice(-MOST));
}

export const hasPlayed = (masa: string): boolean => games().includes(masa);

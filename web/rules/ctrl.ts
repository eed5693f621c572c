/** The named rule sets, fetched once. Only the server defines them. */

import type { Rules } from '../lib/api';
import { get } from '../lib/net/rest';

let asked: Promise<Rules[]> | undefined;

export function namedRules(): Promise<Rules[]> {
  asked ??= get<Rules[]>('rules').catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

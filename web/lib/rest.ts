/** The room over HTTP: accounts, lobby, finished hands. */

import { refusalText } from './i18n';

/** How the room says no, over HTTP and over the socket alike. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    words: string,
  ) {
    super(words);
  }

  /** In the reader's language. */
  get text(): string {
    return refusalText(this.code, this.message);
  }
}

export async function rest<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  } catch {
    throw new Refusal('OFFLINE', 'the room cannot be reached');
  }
  if (answer.status === 204) return undefined as T;
  const type = answer.headers.get('Content-Type') ?? '';
  const data: unknown = type.includes('json') ? await answer.json() : await answer.text();
  if (answer.ok) return data as T;
  const { code, words } = (data ?? {}) as { code?: string; words?: string };
  throw new Refusal(code ?? 'FAULT', words ?? answer.statusText);
}

export const get = <T>(path: string): Promise<T> => rest('GET', path);
export const post = <T>(path: string, body?: unknown): Promise<T> => rest('POST', path, body);
export const put = <T>(path: string, body?: unknown): Promise<T> => rest('PUT', path, body);
export const del = (path: string): Promise<void> => rest('DELETE', path);

/** What to say of an error that came out of an ask. */
export function wordsOf(error: unknown): string {
  if (error instanceof Refusal) return error.text;
  return error instanceof Error ? error.message : String(error);
}

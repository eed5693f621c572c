/** HTTP requests to the room: accounts, lobby, finished hands. */

import { refusalText } from '../i18n';

/** A request that the server refused, over HTTP or over the socket. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    /** The smallest and the largest amount that would have been accepted. */
    readonly range: { least: number; most: number } | null = null,
  ) {
    super(message);
  }

  /** The reason in the user's language. */
  get text(): string {
    return refusalText(this.code, this.message);
  }
}

export async function rest<T>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      signal: signal ?? null,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
  } catch {
    throw new Refusal('OFFLINE', 'the room cannot be reached');
  }
  if (answer.status === 204) return undefined as T;
  const type = answer.headers.get('Content-Type') ?? '';
  if (type === 'application/zip') return (await answer.blob()) as T;
  const data: unknown = type.includes('json') ? await answer.json() : await answer.text();
  if (answer.ok) return data as T;
  const { code, message } = (data ?? {}) as { code?: string; message?: string };
  throw new Refusal(code ?? 'FAULT', message ?? answer.statusText);
}

/** Number of times that a GET request is repeated after 429. Many users may share one address. */
const AGAIN = 3;

export async function get<T>(path: string, again = AGAIN, signal?: AbortSignal): Promise<T> {
  try {
    return await rest('GET', path, undefined, signal);
  } catch (error) {
    if (!again || !(error instanceof Refusal) || error.code !== 'TOO_FAST') throw error;
    await new Promise(done => setTimeout(done, 1000 + 500 * Math.random()));
    return get(path, again - 1, signal);
  }
}
export const post = <T>(path: string, body?: unknown): Promise<T> => rest('POST', path, body);
export const put = <T>(path: string, body?: unknown): Promise<T> => rest('PUT', path, body);
export const del = (path: string, body?: unknown): Promise<void> => rest('DELETE', path, body);

/** The text to show for an error from a request. */
export function errorText(error: unknown): string {
  if (error instanceof Refusal) return error.text;
  return error instanceof Error ? error.message : String(error);
}

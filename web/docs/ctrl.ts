/** The OpenAPI description of the room, fetched once. */

import { Refusal } from '../lib/net/rest';
import type { Api } from './openapi';

const ADDRESS = '/openapi.json';

let asked: Promise<Api> | undefined;

export function description(): Promise<Api> {
  asked ??= fetchIt().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

async function fetchIt(): Promise<Api> {
  let answer: Response;
  try {
    answer = await fetch(ADDRESS);
  } catch {
    throw new Refusal('OFFLINE', 'the room cannot be reached');
  }
  const data = (await answer.json()) as Api & { code?: string; message?: string };
  if (!answer.ok) throw new Refusal(data.code ?? 'FAULT', data.message ?? answer.statusText);
  return data;
}

/** Sends one file. XMLHttpRequest instead of fetch, because only it reports the progress of an
 * upload. */

import { Refusal } from '../lib/net/rest';
import { percent } from './size';

export function sendFile(
  file: File,
  hero: string,
  leaving: AbortSignal,
  progress: (percent: string) => void,
): Promise<void> {
  const query = new URLSearchParams({ name: file.name.slice(0, 120) });
  if (hero) query.set('hero', hero);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    leaving.addEventListener('abort', () => request.abort());
    request.upload.onprogress = ({ loaded, total }) => progress(percent(loaded, total));
    request.onload = () => {
      if (request.status < 300) return resolve();
      let answer: { code?: string; message?: string } = {};
      try {
        answer = JSON.parse(request.responseText) as typeof answer;
      } catch {
        /* The answer is not JSON, for example an error page of a proxy. */
      }
      const code = answer.code ?? (request.status === 413 ? 'TOO_LARGE' : 'FAULT');
      reject(new Refusal(code, answer.message ?? ''));
    };
    request.onerror = () => reject(new Refusal('OFFLINE', 'the room cannot be reached'));
    request.onabort = () => reject(new Refusal('OFFLINE', 'left'));
    request.open('POST', `/api/uploads?${query}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(file);
  });
}

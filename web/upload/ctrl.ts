/** Uploads of hand histories: files are sent one by one, and the server imports them. */

import { signal } from '@preact/signals';
import type { UploadList } from '../lib/api';
import { del, get, Refusal, errorText } from '../lib/net/rest';
import { number } from '../lib/i18n';
import { toast } from '../lib/parts/toast';
import { percent, size } from './size';
import { t } from './text';
import en from './text/en';

/** Milliseconds between two requests for the progress of an import. */
const ASK = 700;

export const refusalWords = (refusal: Refusal): string => {
  const key = `refused.${refusal.code}`;
  return key in en ? t(key as keyof typeof en) : refusal.text;
};

export class UploadCtrl {
  readonly all = signal<UploadList | null>(null);
  readonly failure = signal<Refusal | null>(null);
  readonly hero = signal('');
  /** The file that is being sent. */
  readonly sending = signal<{ name: string; percent: string } | null>(null);
  readonly queue = signal<readonly File[]>([]);
  private timer = 0;
  private request: XMLHttpRequest | null = null;

  async fetch(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const before = this.all.peek();
      const now = await get<UploadList>('uploads');
      this.all.value = now;
      this.failure.value = null;
      for (const { id, name, state, hands } of now.uploads) {
        const was = before?.uploads.find(upload => upload.id === id);
        if (was?.state === 'reading' && state === 'done')
          toast(t('done', { name, count: number(hands) }));
      }
      const isBusy = now.uploads.some(({ state }) => state === 'reading' || state === 'deleting');
      if (isBusy) this.timer = window.setTimeout(() => void this.fetch(), ASK);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // If the list is shown already, it stays, and the request is repeated.
      if (this.all.peek()) this.timer = window.setTimeout(() => void this.fetch(), 4 * ASK);
      else this.failure.value = error;
    }
  }

  leave(): void {
    clearTimeout(this.timer);
    this.request?.abort();
  }

  add(files: Iterable<File>): void {
    const most = this.all.peek()?.most_file ?? Infinity;
    const good: File[] = [];
    for (const file of files) {
      if (file.size > most) toast(t('too_large', { name: file.name, most: size(most) }), true);
      else if (!file.size) toast(t('empty_file', { name: file.name }), true);
      else good.push(file);
    }
    this.queue.value = [...this.queue.peek(), ...good];
    if (!this.sending.peek()) void this.next();
  }

  private async next(): Promise<void> {
    const [file, ...rest] = this.queue.peek();
    this.queue.value = rest;
    if (!file) return;
    try {
      await this.send(file);
    } catch (error) {
      toast(
        `${file.name}: ${error instanceof Refusal ? refusalWords(error) : errorText(error)}`,
        true,
      );
    } finally {
      this.sending.value = null;
    }
    await this.fetch();
    await this.next();
  }

  /** XMLHttpRequest instead of fetch, because only it reports the progress of an upload. */
  private send(file: File): Promise<void> {
    const query = new URLSearchParams({ name: file.name.slice(0, 120) });
    if (this.hero.peek().trim()) query.set('hero', this.hero.peek().trim());
    this.sending.value = { name: file.name, percent: '0%' };
    return new Promise((resolve, reject) => {
      const request = (this.request = new XMLHttpRequest());
      request.upload.onprogress = ({ loaded, total }) =>
        (this.sending.value = { name: file.name, percent: percent(loaded, total) });
      request.onload = () => {
        if (request.status < 300) return resolve();
        let answer: { code?: string; message?: string } = {};
        try {
          answer = JSON.parse(request.responseText) as typeof answer;
        } catch {
          /* The answer is not JSON, for example an error page of a proxy. */
        }
        reject(
          new Refusal(
            answer.code ?? (request.status === 413 ? 'TOO_LARGE' : 'FAULT'),
            answer.message ?? '',
          ),
        );
      };
      request.onerror = () => reject(new Refusal('OFFLINE', 'the room cannot be reached'));
      request.onabort = () => reject(new Refusal('OFFLINE', 'left'));
      request.open('POST', `/api/uploads?${query}`);
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.send(file);
    });
  }

  async remove(id: string): Promise<void> {
    await del(`uploads/${id}`);
    toast(t('deleted'));
    await this.fetch();
  }
}

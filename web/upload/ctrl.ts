/** Uploads of hand histories. Files are sent one by one, and the server imports them. It takes a few
 * at a time; the others wait here and are sent again. */

import { signal } from '@preact/signals';
import type { UploadList } from '../lib/api';
import { del, get, Refusal, errorText } from '../lib/net/rest';
import { number } from '../lib/i18n';
import { toast } from '../lib/parts/toast';
import { sendFile } from './send';
import { size } from './size';
import { t } from './text';
import en from './text/en';

/** Milliseconds between two requests for the progress of an import. */
const ASK = 700;
/** Milliseconds until a file is sent again that the server could not take yet. */
const AGAIN = 1500;
/** Refusals that end by themselves. */
const PASSING = /^(QUEUE_FULL|TOO_FAST|BUSY|OFFLINE)$/;

/** A file on its way. Refused files stay in the list until the user dismisses them. */
export interface Sending {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'refused';
  /** The part that was sent, or why the file waits or was refused. */
  text: string;
}

export const refusalWords = (refusal: Refusal): string => {
  const key = `refused.${refusal.code}`;
  return key in en ? t(key as keyof typeof en) : refusal.text;
};

export class UploadCtrl {
  readonly all = signal<UploadList | null>(null);
  readonly failure = signal<Refusal | null>(null);
  readonly hero = signal('');
  readonly files = signal<readonly Sending[]>([]);
  private timer = 0;
  private isSending = false;
  private lastId = 0;
  private leaving = new AbortController();

  constructor(private readonly send: typeof sendFile = sendFile) {}

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
    this.leaving.abort();
    this.leaving = new AbortController();
  }

  add(files: Iterable<File>): void {
    const most = this.all.peek()?.most_file ?? Infinity;
    for (const file of files) {
      const { name } = file;
      const fault =
        file.size > most
          ? t('too_large', { name, most: size(most) })
          : !file.size
            ? t('empty_file', { name })
            : null;
      const added = { id: ++this.lastId, file, state: 'waiting', text: '' } as const;
      const refused =
        fault === null ? null : ({ ...added, state: 'refused', text: fault } as const);
      this.files.value = [...this.files.peek(), refused ?? added];
    }
    void this.sendAll();
  }

  dismiss(id: number): void {
    this.files.value = this.files.peek().filter(one => one.id !== id);
  }

  private set(id: number, change: Partial<Sending>): void {
    this.files.value = this.files.peek().map(one => (one.id === id ? { ...one, ...change } : one));
  }

  private async sendAll(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    const { signal } = this.leaving;
    const next = () => this.files.peek().find(one => one.state === 'waiting');
    for (let one = next(); one && !signal.aborted; one = next()) await this.sendOne(one, signal);
    this.isSending = false;
  }

  private async sendOne({ id, file }: Sending, leaving: AbortSignal): Promise<void> {
    try {
      this.set(id, { state: 'sending', text: '0%' });
      await this.send(file, this.hero.peek().trim(), leaving, text => this.set(id, { text }));
      this.dismiss(id);
      await this.fetch();
    } catch (error) {
      const text = error instanceof Refusal ? refusalWords(error) : errorText(error);
      if (!(error instanceof Refusal) || !PASSING.test(error.code)) {
        this.set(id, { state: 'refused', text: `${file.name}: ${text}` });
        return;
      }
      this.set(id, { state: 'waiting', text });
      await new Promise(resolve => setTimeout(resolve, AGAIN));
    }
  }

  async remove(id: string): Promise<void> {
    await del(`uploads/${id}`);
    toast(t('deleted'));
    await this.fetch();
  }
}

import { signal } from '@preact/signals';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../lib/net/rest';
import type { UploadCtrl as UploadCtrlType } from './ctrl';

vi.mock('../lib/settings', () => ({ lang: signal('en'), settings: {} }));
vi.mock('../lib/parts/toast', () => ({ toast: () => undefined }));
vi.mock('../lib/net/rest', async original => ({
  ...(await original<typeof import('../lib/net/rest')>()),
  get: () => Promise.resolve({ uploads: [], most_file: 1000 }),
}));

let UploadCtrl: typeof UploadCtrlType;
beforeAll(async () => {
  vi.stubGlobal('window', globalThis);
  ({ UploadCtrl } = await import('./ctrl'));
});
beforeEach(() => {
  vi.useFakeTimers();
});

const file = (name: string, size = 10) => ({ name, size }) as File;
const names = (ctrl: UploadCtrlType) =>
  ctrl.files.value.map(({ file: { name }, state }) => `${name} ${state}`);

test('all of eight files arrive, although the room reads two at a time', async () => {
  const arrived: string[] = [];
  let isFree = 2;
  const ctrl = new UploadCtrl(({ name }) => {
    if (!isFree) return Promise.reject(new Refusal('QUEUE_FULL', ''));
    isFree--;
    setTimeout(() => isFree++, 4000);
    arrived.push(name);
    return Promise.resolve();
  });
  const eight = [1, 2, 3, 4, 5, 6, 7, 8].map(n => `${n}.txt`);
  ctrl.add(eight.map(name => file(name)));
  await vi.advanceTimersByTimeAsync(1000);
  expect(arrived).toEqual(['1.txt', '2.txt']);
  expect(names(ctrl)[0]).toBe('3.txt waiting');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(arrived).toEqual(eight);
  expect(names(ctrl)).toEqual([]);
});

test('each refused file stays in the list until it is dismissed', async () => {
  const ctrl = new UploadCtrl(({ name }) =>
    name.startsWith('bad') ? Promise.reject(new Refusal('BAD_UPLOAD', '')) : Promise.resolve(),
  );
  ctrl.all.value = { most_file: 1000 } as never;
  ctrl.add([file('bad.zip'), file('large', 2000), file('empty', 0), file('good'), file('bad.exe')]);
  await vi.advanceTimersByTimeAsync(60_000);
  const refused = ['bad.zip refused', 'large refused', 'empty refused', 'bad.exe refused'];
  expect(names(ctrl)).toEqual(refused);
  ctrl.dismiss(ctrl.files.value[1]!.id);
  expect(names(ctrl)).toEqual(refused.filter(name => !name.startsWith('large')));
});

import { expect, test } from 'vitest';
import { mainOptions } from './main_options';

const option = (act: string, loss: number, is_chosen = false) => ({ act, loss, is_chosen });

test('one raise has a row, the best one', () => {
  const found = mainOptions([
    option('FO', 3),
    option('CA', 0, true),
    option('RR9', 2),
    option('RR20', 1),
  ]);
  expect(found.map(({ act }) => act)).toEqual(['FO', 'CA', 'RR20']);
});

test('a chosen raise keeps its row beside the best one', () => {
  const found = mainOptions([option('CH', 0), option('RR9', 2, true), option('AA', 1)]);
  expect(found.map(({ act }) => act)).toEqual(['CH', 'RR9', 'AA']);
});

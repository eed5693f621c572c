import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bestFive, code, decidingKicker, named, value } from './strength';

const worth = (cards: string) => value(cards.split(' ').map(code));

describe('names of hands', () => {
  test.each([
    ['As Kd', 'high', ['A']],
    ['7s 7d', 'pair', ['7']],
    ['As Ad Kc Kh 7s 7d 2c', 'two_pair', ['A', 'K']],
    ['9s 9d 9c Kh 7s 2d', 'trips', ['9']],
    ['As 2d 3c 4h 5s Kd Kc', 'straight', ['5']],
    ['As 9s 7s 4s 2s Ad Ac', 'flush', ['A']],
    ['9s 9d 9c Kh Ks Kd 2c', 'full_house', ['K', '9']],
    ['9s 9d 9c 9h Ks Kd Kc', 'quads', ['9']],
    ['As 2s 3s 4s 5s 9d 9c', 'straight_flush', ['5']],
    ['As Ks Qs Js Ts 9s 8s', 'royal_flush', []],
  ])('%s', (cards, category, ranks) => {
    expect(named(cards.split(' '))).toEqual({ category, ranks });
  });
});

test('kickers decide, and equal hands split', () => {
  expect(worth('As Ad Kc 7h 5s 3d 2c')).toBeGreaterThan(worth('Ah Ac Qc 7h 5s 3d 2c'));
  expect(worth('2s 3d Ac Kc Qc Jc Tc')).toBe(worth('9s 9d Ac Kc Qc Jc Tc'));
});

test('the best five of seven cards are found', () => {
  expect(bestFive('9s 9d 9c Kh Ks Kd 2c'.split(' ')).sort()).toEqual(
    ['9s', '9d', 'Kh', 'Ks', 'Kd'].concat().sort(),
  );
});

const PROGRAM = `
import json, random
from pokermasa.cards import Deck
from pokermasa.strength import evaluate
dice = random.Random(4)
hands = [[str(c) for c in Deck.shuffled(dice).deal(7)] for _ in range(3000)]
worths = [evaluate(" ".join(hand)) for hand in hands]
order = sorted(set(worths))
place = {worth: number for number, worth in enumerate(order)}
print(json.dumps([[hand, place[worth]] for hand, worth in zip(hands, worths)]))
`;

test('the kicker that decides is named, and no other', () => {
  const board = ['As', '9d', '7h', '4c', '2c'];
  const kicker = (mine: string, ...others: string[]) =>
    decidingKicker(
      [...mine.split(' '), ...board],
      others.map(other => [...other.split(' '), ...board]),
    );
  expect(kicker('Ah Kd', 'Ad Qd')).toBe('K');
  expect(kicker('Ah Kd', 'Ad Qd', '8c 8d')).toBe('K');
  expect(kicker('Ah Kd', '9c 9h')).toBeNull();
  expect(kicker('Ah Kd', '8c 8d')).toBeNull();
  expect(kicker('Ah Kd', 'Ad Kc')).toBeNull();
  expect(kicker('Kh Qd', 'Kd Jd')).toBe('Q');
  expect(kicker('Kh Qd')).toBeNull();
});

test('3,000 hands have the same order as in the engine', { timeout: 300_000 }, () => {
  const python = process.env.PYTHON ?? join(import.meta.dirname, '../../.venv/bin/python');
  const hands = JSON.parse(execFileSync(python, ['-c', PROGRAM]).toString()) as [
    string[],
    number,
  ][];
  const mine = hands.map(([hand]) => value(hand.map(code)));
  const places = new Map([...new Set(mine)].sort((a, b) => a - b).map((worth, at) => [worth, at]));
  expect(mine.map(worth => places.get(worth))).toEqual(hands.map(([, place]) => place));
});

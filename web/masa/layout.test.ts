import { describe, expect, test } from 'vitest';
import { arrange, below, rimOf, type Box, type Layout } from './layout';

const SEATS = [2, 3, 4, 5, 6, 7, 8, 9, 10];
/** Sizes of the drawing, from a small phone in landscape to a projector. */
const CLOTHS: [width: number, height: number][] = [
  [304, 236],
  [312, 310],
  [352, 480],
  [382, 580],
  [312, 436],
  [352, 600],
  [382, 690],
  [476, 290],
  [600, 260],
  [760, 760],
  [900, 480],
  [936, 520],
  [1096, 640],
  [1500, 820],
  [2050, 1090],
];

/** Everything that takes room: slots with cards, wagers that lie on the felt, and the middle. */
function boxes(layout: Layout, width: number, height: number): [string, Box][] {
  const { letter, plate, hole, own, kind, middle, board } = layout;
  const found: [string, Box][] = layout.seats.map((seat, side) => {
    const isOwn = side === 0;
    const [w, cards] = isOwn ? [Math.max(plate, own * 1.9), own * 1.4] : [plate, hole * 1.4];
    const [x, y] = [(seat.x / 100) * width, (seat.y / 100) * height];
    const h = cards + below(kind) * letter;
    return [`side ${side}`, { x: x - w / 2, y: y - cards, w, h }];
  });
  if (kind === 'roomy')
    layout.wagers.forEach((wager, side) => {
      const [x, y] = [(wager.x / 100) * width, (wager.y / 100) * height];
      const [w, h] = [6 * letter, 3.2 * letter];
      found.push([`wager ${side}`, { x: x - w / 2, y: y - h / 2, w, h }]);
    });
  found.push(['middle', middle]);
  expect(board * 5).toBeLessThan(middle.w + 1);
  return found;
}

const meet = (a: Box, b: Box): boolean =>
  Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x) > 0.5 &&
  Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y) > 0.5;

function faults(width: number, height: number, sides: number): string[] {
  const all = boxes(arrange(width, height, sides, 0), width, height);
  const found: string[] = [];
  all.forEach(([name, box], i) => {
    const { x, y, w, h } = box;
    if (x < -0.5 || y < -0.5 || x + w > width + 0.5 || y + h > height + 0.5)
      found.push(`${name} is not on the cloth`);
    for (const [other, its] of all.slice(0, i))
      if (meet(box, its)) found.push(`${name} on ${other}`);
  });
  return found;
}

describe('the layout of a table', () => {
  test.each(CLOTHS)('%i x %i: nothing overlaps', (width, height) => {
    for (const sides of SEATS) expect(faults(width, height, sides), `${sides} sides`).toEqual([]);
  });

  test('nothing overlaps at any window size', () => {
    for (let width = 300; width <= 2600; width += 97)
      for (let height = 230; height <= 1500; height += 83)
        for (const sides of SEATS)
          expect(faults(width, height, sides), `${width}x${height}, ${sides}`).toEqual([]);
  });

  test('two boards fit into the place of the wagers', () => {
    for (const [width, height] of CLOTHS)
      for (const sides of SEATS) {
        const layout = arrange(width, height, sides, 0);
        const slots = boxes(layout, width, height).filter(([name]) => name.startsWith('side'));
        for (const [name, box] of slots) expect(meet(box, layout.taller), name).toBe(false);
        const high = 2 * layout.boards * 1.4 + 3 * layout.letter;
        expect(high, `${width}x${height}, ${sides}`).toBeLessThan(layout.taller.h + 1);
      }
  });

  test('the board does not lie on the rim', () => {
    for (const [width, height] of [...CLOTHS, [344, 420], [360, 500], [412, 700]] as const)
      for (const sides of SEATS) {
        const { board, boards, felt, letter } = arrange(width, height, sides, 0);
        const cloth = felt.w - 2 * rimOf(letter) + 0.5;
        // Five cards with the gaps between them.
        expect(5.24 * board, `${width}x${height}, ${sides}`).toBeLessThan(cloth);
        expect(5.24 * boards, `${width}x${height}, ${sides}`).toBeLessThan(cloth);
      }
  });

  test('letters have a readable size', () => {
    for (const [width, height] of CLOTHS)
      for (const sides of SEATS) {
        const { letter, board } = arrange(width, height, sides, 0);
        // Ten sides on a very small screen are allowed smaller letters.
        const least = height < 240 && sides > 9 ? 9 : 11;
        expect(letter, `${width}x${height}, ${sides}`).toBeGreaterThan(least);
        expect(board).toBeGreaterThan(20);
      }
  });

  test('on an upright phone cards are large', () => {
    for (const sides of SEATS) {
      const { board, own } = arrange(382, 680, sides, 0);
      expect(board, `${sides} sides`).toBeGreaterThanOrEqual(52);
      expect(own, `${sides} sides`).toBeGreaterThanOrEqual(64);
    }
  });

  test('the felt is never wider than 2.1 times its height', () => {
    for (const [width, height] of [...CLOTHS, [2400, 700]] as const)
      for (const sides of SEATS) {
        const { felt, seats } = arrange(width, height, sides, 0);
        expect(felt.w, `${width}x${height}, ${sides}`).toBeLessThanOrEqual(2.1 * height);
        expect(seats[0]!.x).toBeCloseTo(50);
      }
  });

  test('two players sit opposite each other, whatever their sides', () => {
    for (const [width, height] of CLOTHS) {
      const { seats } = arrange(width, height, 9, 4, [3, 4]);
      expect(Math.round(seats[4]!.x)).toBe(50);
      expect(Math.round(seats[3]!.x)).toBe(50);
      expect(seats[3]!.y).toBeLessThan(seats[4]!.y);
    }
  });

  test('few players at a large table have the places and cards of a small table', () => {
    const [small, large] = [arrange(382, 680, 3, 0), arrange(382, 680, 9, 2, [2, 5, 6])];
    expect(large.board).toBe(small.board);
    expect([2, 5, 6].map(side => large.seats[side])).toEqual(small.seats);
  });

  test('empty sides lie on the rim, in their order between the players', () => {
    const { seats, felt } = arrange(900, 480, 6, 0, [0, 3]);
    for (const side of [1, 2, 4, 5]) {
      const [x, y] = [(seats[side]!.x / 100) * 900, (seats[side]!.y / 100) * 480];
      const [dx, dy] = [(x - felt.x) / felt.w - 0.5, (y - felt.y) / felt.h - 0.5];
      expect(Math.hypot(dx, dy)).toBeCloseTo(0.5);
    }
    expect(seats[1]!.x).toBeLessThan(50);
    expect(seats[1]!.y).toBeGreaterThan(seats[2]!.y);
    expect(seats[4]!.x).toBeGreaterThan(50);
    expect(seats[4]!.y).toBeLessThan(seats[5]!.y);
  });

  test('the user sits at the bottom and the next player on the left', () => {
    for (const [width, height] of CLOTHS) {
      const { seats } = arrange(width, height, 6, 3);
      expect(Math.round(seats[3]!.x)).toBe(50);
      expect(Math.max(...seats.map(seat => seat.y))).toBeCloseTo(seats[3]!.y);
      expect(seats[4]!.x).toBeLessThan(50);
      expect(seats[2]!.x).toBeGreaterThan(50);
    }
  });

  test('a larger drawing has larger letters and cards', () => {
    const [small, large] = [arrange(900, 480, 6, 0), arrange(1800, 960, 6, 0)];
    expect(large.letter).toBeGreaterThan(1.6 * small.letter);
    expect(large.board).toBeGreaterThan(1.6 * small.board);
  });
});

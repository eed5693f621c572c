import { describe, expect, test } from 'vitest';
import { spots, type Shape } from './place';

const shapes: Shape[] = ['wide', 'tall'];

describe.each(shapes)('%s: around the table', shape => {
  test('one sits at the bottom, and the next to act to one’s left', () => {
    const seats = spots(6, 3, shape).map(spot => spot.seat);
    expect(Math.round(seats[3]!.x)).toBe(50);
    expect(Math.max(...seats.map(seat => seat.y))).toBeCloseTo(seats[3]!.y);
    expect(seats[4]!.x).toBeLessThan(50);
  });

  test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])('%i sides: nothing lies on anything else', sides => {
    const found = spots(sides, 0, shape);
    // In hundredths of a cloth of 340 by 500, or of 1,000 by 640.
    const [width, height] = shape === 'wide' ? [10, 6.4] : [3.4, 5];
    const apart = (
      least: number,
      spot: (s: (typeof found)[number]) => { x: number; y: number },
    ) => {
      for (let a = 0; a < sides; a++)
        for (let b = 0; b < a; b++) {
          const [one, other] = [spot(found[a]!), spot(found[b]!)];
          const far = Math.hypot((one.x - other.x) * width, (one.y - other.y) * height);
          expect(far, `${a} and ${b}`).toBeGreaterThan(least);
        }
    };
    apart(70, spot => spot.seat);
    apart(30, spot => spot.wager);
    for (const { seat, wager, button } of found)
      for (const { x, y } of [seat, wager, button]) {
        expect(x).toBeGreaterThan(6.9);
        expect(x).toBeLessThan(93.1);
        expect(y).toBeGreaterThan(8);
        expect(y).toBeLessThan(93);
      }
  });
});

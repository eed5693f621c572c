/** Where the sides are around the table, in hundredths of the cloth's width and height.
 *
 * They sit at equal distances along a rounded rectangle; the viewer's own side is at the bottom, and
 * the next to act sits to its left, as at a real table. */

export interface Spot {
  x: number;
  y: number;
}
export interface Spots {
  seat: Spot;
  wager: Spot;
  button: Spot;
}
export type Shape = 'wide' | 'tall';

const CENTRE: Record<Shape, Spot> = { wide: { x: 50, y: 51 }, tall: { x: 50, y: 50 } };
/** How far up the board reaches, and down: no wager lies on it. */
const BOARD = { top: 38, bottom: 54 };
/** From the middle of a plate to the button beside it, on a tall cloth. */
const BESIDE = 16.5;
/** How far they step aside, where room is made. */
const MAKE_ROOM = 5;
/** How far the seats are from the middle, and how round the corners are, from 0 to 1. */
const REACH: Record<Shape, { x: number; y: number; round: number; ratio: number }> = {
  wide: { x: 43, y: 38.5, round: 0.95, ratio: 2 },
  tall: { x: 38.5, y: 40, round: 0.75, ratio: 0.8 },
};

/** The outline from the bottom centre, clockwise, as many small steps. */
function outline(shape: Shape): Spot[] {
  const { x: rx, y: ry, round } = REACH[shape];
  // A superellipse: 2 is an ellipse, more is nearer to a rectangle.
  const power = 2 / (2 + 2.5 * (1 - round));
  const points: Spot[] = [];
  for (let i = 0; i <= 720; i++) {
    const angle = Math.PI / 2 + (i / 720) * 2 * Math.PI;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    points.push({
      x: CENTRE[shape].x + rx * Math.sign(cos) * Math.abs(cos) ** power,
      y: CENTRE[shape].y + ry * Math.sign(sin) * Math.abs(sin) ** power,
    });
  }
  return points;
}

export function spots(sides: number, you: number | null, shape: Shape): Spots[] {
  const points = outline(shape);
  const { ratio } = REACH[shape];
  const lengths = [0];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    lengths.push(lengths[i - 1]! + Math.hypot((b.x - a.x) * ratio, b.y - a.y));
  }
  const whole = lengths[lengths.length - 1]!;
  const first = you ?? 0;
  const found: Spots[] = [];
  for (let side = 0; side < sides; side++) {
    const along = (((side - first + sides) % sides) / sides) * whole;
    const at = lengths.findIndex(length => length >= along);
    const seat = { ...points[Math.max(0, at)]! };
    // Upright and many: those beside one's own plate make room for it.
    if (shape === 'tall' && sides > 6 && seat.y > 75 && Math.abs(seat.x - 50) > 10)
      seat.x += seat.x > 50 ? MAKE_ROOM : -MAKE_ROOM;
    const middle = CENTRE[shape];
    const toward = (part: number, aside = 0): Spot => ({
      x: seat.x + (middle.x - seat.x) * part - (middle.y - seat.y) * aside * 0.5,
      y: seat.y + (middle.y - seat.y) * part + (middle.x - seat.x) * aside * 0.5,
    });
    const isYou = side === you;
    const isWide = shape === 'wide';
    const part = isWide ? 0.4 : seat.y < 25 ? 0.36 : 0.46;
    const wager = toward(isYou ? (isWide ? 0.62 : 0.66) : part);
    if (!isWide && wager.y > BOARD.top - 3 && wager.y < BOARD.bottom + 4)
      wager.y = seat.y < (BOARD.top + BOARD.bottom) / 2 ? BOARD.top - 2 : BOARD.bottom + 5;
    // Beside one's own cards, which are large; upright, beside the plate, where there is little room.
    const inward = seat.x > 60 ? -1 : 1;
    const beside = { x: seat.x + inward * BESIDE, y: seat.y };
    const button = isYou
      ? toward(isWide ? 0.52 : 0.4, isWide ? 0.65 : 0.75)
      : isWide
        ? toward(0.3, 0.3)
        : beside;
    found.push({ seat, wager, button });
  }
  return found;
}

/** Computes the layout of a table drawing of a given size. It tries arrangements and keeps the largest
 * one in which nothing covers a card, a name or an amount.
 *
 * The user sits at the bottom, and the next player to act on the left, as at a real table. The others
 * sit in a row at the top, in columns left and right, and beside the user. Each has a slot with cards,
 * the plate below them, and a line for the last act. Slots do not overlap, and board and pots lie
 * between them. The kind `roomy` draws wagers as chips before the slot. The kind `compact` writes them
 * into the slot. The kind `tight` has lower slots, for sizes where letters would be too small to read.
 *
 * Sizes are in pixels, places in percent of the drawing. `cloth.module.css` uses the same measures. */

import { arrangeTall } from './layout_tall';

export interface Spot {
  x: number;
  y: number;
}
export interface Box extends Spot {
  w: number;
  h: number;
}
export type Kind = 'roomy' | 'compact' | 'tight';

export interface Layout {
  kind: Kind;
  isWide: boolean;
  /** Font size, on which the other measures depend. */
  letter: number;
  /** Width of a plate. */
  plate: number;
  /** Width of the user's own plate. */
  ownPlate: number;
  /** Height of a plate. */
  plateHeight: number;
  /** Maximum width of the line below the user's own plate. */
  lineWidth: number;
  /** Width of a hole card. */
  hole: number;
  /** Width of the user's own hole cards. */
  own: number;
  /** Width of a board card. */
  board: number;
  /** Width of a board card if there are two boards. */
  boards: number;
  /** The middle of each plate's upper edge, by side. */
  seats: Spot[];
  /** The place of each wager, by side. */
  wagers: Spot[];
  /** The area for board and pots, and the felt. In pixels; `x` and `y` are the upper left corner. */
  middle: Box;
  /** The area for two boards. It includes the place of the wagers, because there are none at that
   * time. */
  taller: Box;
  /** The largest free area while no cards are dealt. */
  center: Box;
  felt: Box;
}

/** Room that the parts of the table take, in units of the font size: widths of plates and cards,
 * heights of a plate and of the line below it, space around a slot. */
export const SIZES = {
  roomy: {
    plate: 10.6,
    hole: 3.2,
    own: 4.6,
    board: 4,
    wager: { w: 6.6, h: 3.4 },
    lines: 4.4,
    height: 2.9,
    line: 1.5,
    air: 0.35,
  },
  compact: {
    plate: 6.5,
    hole: 2.25,
    own: 3.4,
    board: 2.3,
    wager: { w: 0, h: 1.7 },
    lines: 3.9,
    height: 2.9,
    line: 1.5,
    air: 0.35,
  },
  tight: {
    plate: 6.3,
    hole: 1.7,
    own: 2.6,
    board: 2,
    wager: { w: 0, h: 1.4 },
    lines: 3.1,
    height: 2.4,
    line: 1.3,
    air: 0.15,
  },
} as const;
/** Distance from the upper edge of a plate to the end of the line below it, in units of the font
 * size. */
export const below = (kind: Kind): number => SIZES[kind].height + SIZES[kind].line;
/** Distance from the lower edge of the felt to the lower edge of the drawing, in letters: the felt
 * ends behind the middle of the user's plate. */
export const footprint = (kind: Kind): number =>
  SIZES[kind].line + SIZES[kind].height / 2 + SIZES[kind].air;
export const CARD = 1.4;
/** Width of five cards with the gaps between them, in cards. */
export const FIVE_CARDS = 5.35;
/** Width of the felt's rim, as `cloth.module.css` draws it. */
export const rimOf = (letter: number): number => Math.min(16, Math.max(5, 0.75 * letter)) + 2;
/** Largest width of the table in parts of its height. */
const WIDEST = 2.1;
/** Width of a line with three pots, in letters. */
const POTS_WIDTH = 14.8;
/** Smallest font size in pixels for the roomy and the compact kind. */
const MIN_LETTER = { roomy: 12, compact: 11.5 };
const MAX_LETTER: Record<Kind, number> = { roomy: 32, compact: 15, tight: 13 };

/** Number of players in the top row, in each column, and on each side of the user. */
interface Arrangement {
  top: number;
  column: number;
  beside: number;
}

interface Measures extends Pick<Layout, 'letter' | 'plate' | 'hole' | 'own'> {
  kind: Kind;
}

const airOf = ({ kind, letter }: Measures): number => SIZES[kind].air * letter;
const belowOf = ({ kind, letter }: Measures): number => below(kind) * letter;
const slotHeight = (m: Measures): number => m.hole * CARD + belowOf(m) + airOf(m);
const ownHeight = (m: Measures): number => m.own * CARD + belowOf(m) + airOf(m);
/** Room below the columns. The name of the user's hand may be long there, except in the tight kind. */
const footOf = (m: Measures): number =>
  m.kind === 'tight' ? 0 : SIZES[m.kind].line * m.letter + 2 * airOf(m);
const ownWidth = (m: Measures): number => Math.max(m.plate * 1.15, m.own * 2);
const wagerOf = ({ kind, letter }: Measures): { w: number; h: number } => ({
  w: SIZES[kind].wager.w * letter,
  h: SIZES[kind].wager.h * letter,
});

function arrangements(sides: number): Arrangement[] {
  const found: Arrangement[] = [];
  const others = sides - 1;
  for (let beside = 0; 2 * beside <= others; beside++)
    for (let column = 0; 2 * (beside + column) <= others; column++) {
      const top = others - 2 * (beside + column);
      if (top || others === 2 * column || sides < 3) found.push({ top, column, beside });
    }
  return found;
}

/** The area between the columns, and between the top row and the user. */
function middleOf(width: number, height: number, at: Arrangement, m: Measures): Box {
  const wager = wagerOf(m);
  const isRoomy = m.kind === 'roomy';
  const x = at.column ? m.plate + airOf(m) + wager.w : airOf(m);
  const top = at.top ? slotHeight(m) + (isRoomy ? wager.h : 0) : airOf(m);
  const bottom = ownHeight(m) + wager.h;
  return { x, y: top, w: width - 2 * x, h: height - top - bottom };
}

function fits(width: number, height: number, at: Arrangement, m: Measures): boolean {
  const slot = m.plate + airOf(m);
  const inner = width - (at.column ? 2 * slot : 0);
  const middle = middleOf(width, height, at, m);
  const { board, lines, wager } = SIZES[m.kind];
  const scale = m.hole / (SIZES[m.kind].hole * m.letter);
  const card = board * m.letter * scale;
  // The user's own plate may be wider than the others, and the name of the hand stands below it.
  const own = ownWidth(m) + airOf(m);
  const columns = height - (at.beside ? ownHeight(m) : footOf(m));
  return (
    at.top * slot <= inner &&
    own + 2 * at.beside * slot <= inner &&
    at.column * slotHeight(m) <= columns &&
    middle.w >= card * FIVE_CARDS &&
    middle.h >= Math.max(card * CARD + lines * m.letter, at.column * wager.h * m.letter)
  );
}

const measures = (kind: Kind, letter: number, cards = 1, plate = 1): Measures => ({
  kind,
  letter,
  plate: SIZES[kind].plate * letter * plate,
  hole: SIZES[kind].hole * letter * cards,
  own: SIZES[kind].own * letter * cards,
});

/** The largest value between *least* and *largest* for which *holds* is true, by bisection. */
export function most(least: number, largest: number, holds: (value: number) => boolean): number {
  if (holds(largest)) return largest;
  let [low, high] = [least, largest];
  for (let i = 0; i < 16; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The distance of an arrangement from one with equal distances between all players. */
function unevenness(width: number, height: number, sides: number, at: Arrangement): number {
  const across = (sides * width) / (2 * (width + height));
  const down = sides / 2 - across;
  return (
    Math.abs(at.top - across) +
    Math.abs(2 * at.beside + 1 - across) +
    2 * Math.abs(at.column - down)
  );
}

function best(width: number, height: number, sides: number, kind: Kind): [Arrangement, number] {
  const all = arrangements(sides).map(at => {
    const letter = most(1, MAX_LETTER[kind], size => fits(width, height, at, measures(kind, size)));
    return { at, letter, uneven: unevenness(width, height, sides, at) };
  });
  const largest = Math.max(...all.map(one => one.letter));
  // A slightly smaller font is accepted for a more even arrangement.
  const [chosen] = all
    .filter(one => one.letter >= largest * 0.94)
    .sort((a, b) => a.uneven - b.uneven);
  return [chosen!.at, chosen!.letter];
}

/** The layout for *sides* places, with *first* at the bottom. The *people* are spread evenly, and
 * empty sides between them shrink to marks on the rim. Without *people* all sides have a place. */
export function arrange(
  width: number,
  height: number,
  sides: number,
  first: number,
  people: readonly number[] = [],
): Layout {
  const all = Array.from({ length: sides }, (_, side) => side);
  const shown = people.length < 2 ? all : people;
  const bottom = Math.max(0, shown.indexOf(first));
  const room = Math.min(width, WIDEST * height);
  const found = arrangeTall(room, height, shown.length) ?? arrangeWide(room, height, shown.length);
  // A very wide drawing has free room on both sides.
  const aside = (width - room) / 2;
  const place = ({ x, y }: Spot) => ({ x: ((x + aside) / width) * 100, y: (y / height) * 100 });
  const bySide = (spots: Spot[]) =>
    all.map(side => {
      const at = shown.indexOf(side);
      if (at < 0) return place(onRim(found, shown, side, sides, bottom));
      return place(spots[(at - bottom + shown.length) % shown.length]!);
    });
  const moved = (box: Box) => ({ ...box, x: box.x + aside });
  return {
    ...found,
    seats: bySide(found.seats),
    wagers: bySide(found.wagers),
    middle: moved(found.middle),
    taller: moved(found.taller),
    center: moved(found.center),
    felt: moved(found.felt),
  };
}

/** A place on the rim for an empty side, between its neighbours. */
function onRim(
  { felt, seats }: Layout,
  shown: readonly number[],
  side: number,
  sides: number,
  bottom: number,
): Spot {
  const after = shown.findIndex(other => other > side);
  const next = after < 0 ? 0 : after;
  const before = (next - 1 + shown.length) % shown.length;
  const spot = (at: number) => seats[(at - bottom + shown.length) % shown.length]!;
  const [rx, ry] = [felt.w / 2, felt.h / 2];
  const angle = ({ x, y }: Spot) => Math.atan2((y - felt.y - ry) / ry, (x - felt.x - rx) / rx);
  const distance = (from: number, to: number) => (to - from + sides) % sides || sides;
  const part = distance(shown[before]!, side) / distance(shown[before]!, shown[next]!);
  const from = angle(spot(before));
  // Clockwise, as sides are numbered.
  const turn = (angle(spot(next)) - from + 4 * Math.PI) % (2 * Math.PI) || 2 * Math.PI;
  const at = from + part * turn;
  return { x: felt.x + rx + rx * Math.cos(at), y: felt.y + ry + ry * Math.sin(at) };
}

/** The layout with places in pixels, clockwise from the user. */
function arrangeWide(width: number, height: number, sides: number): Layout {
  let kind: Kind = 'roomy';
  let [at, letter] = best(width, height, sides, kind);
  for (const smaller of ['compact', 'tight'] as const)
    if (kind !== 'tight' && letter < MIN_LETTER[kind])
      [at, letter] = best(width, height, sides, (kind = smaller));
  // When the font has its largest size, the remaining room goes to the cards.
  const cards = most(1, 1.7, more => fits(width, height, at, measures(kind, letter, more)));
  const plate = most(1, kind === 'roomy' ? 1.15 : 1.5, more => {
    const wider = measures(kind, letter, cards, more);
    const pots = kind === 'tight' ? POTS_WIDTH * letter : 0;
    return fits(width, height, at, wider) && middleOf(width, height, at, wider).w >= pots;
  });
  const m = measures(kind, letter, cards, plate);
  // In a compact slot the cards stand beside the face.
  if (kind !== 'roomy') m.hole = Math.min(m.hole, (m.plate - 2.3 * letter) / 1.86);
  const middle = middleOf(width, height, at, m);
  const { h: strip } = wagerOf(m);
  const above = kind === 'roomy' && at.top ? strip : 0;
  const taller = { ...middle, y: middle.y - above, h: middle.h + above + strip };
  const lines = SIZES[kind].lines * letter;
  const edge = at.column ? m.plate * 0.5 : 2 * letter;
  // Cards must not lie on the rim.
  const across = Math.min(middle.w, width - 2 * (edge + rimOf(letter)));
  const boardWidth = (room: number, count: number) =>
    Math.min(across / FIVE_CARDS, room / (CARD * count), m.own * 1.3);
  const { seats, wagers } = places(width, height, at, m, middle);
  const { height: plateHeight } = SIZES[kind];
  const upper = at.top ? m.hole * CARD + (plateHeight / 2) * letter : 2 * letter;
  const lower = footprint(kind) * letter;
  const foot = kind === 'tight' && at.column ? middle.w : width * 0.98;
  return {
    ...m,
    isWide: width > height * 1.1,
    lineWidth: at.beside ? ownWidth(m) : kind === 'roomy' ? m.plate * 1.8 : foot,
    // A user who sits alone at the bottom has a wide plate, so that the name is not cut.
    plateHeight: plateHeight * letter,
    ownPlate: at.beside ? ownWidth(m) : Math.min(width - 2 * m.plate - letter, m.plate * 1.8),
    board: boardWidth(middle.h - lines, 1),
    boards: boardWidth(taller.h - lines - 0.4 * letter, 2),
    seats,
    wagers,
    middle,
    taller,
    center: taller,
    felt: { x: edge, y: upper, w: width - 2 * edge, h: height - upper - lower },
  };
}

/** The places clockwise from the user: left side up, top row, right side down. */
function places(
  width: number,
  height: number,
  at: Arrangement,
  m: Measures,
  middle: Box,
): { seats: Spot[]; wagers: Spot[] } {
  const air = airOf(m) / 2;
  const slot = m.plate + 2 * air;
  const side = at.column ? slot : 0;
  const inner = width - 2 * side;
  const wager = wagerOf(m);
  const cards = m.hole * CARD;
  // Distance from the plate's upper edge to the slot's lower edge.
  const down = belowOf(m) + air;
  const baseline = height - down;
  const columns = height - (at.beside ? 0 : footOf(m));
  const up = cards + air;
  const seats: Spot[] = [{ x: width / 2, y: baseline }];
  const wagers: Spot[] = [{ x: width / 2, y: height - ownHeight(m) - wager.h / 2 }];
  const add = (x: number, y: number, chips: Spot) => {
    seats.push({ x, y });
    wagers.push(chips);
  };
  const under = (x: number, y: number): Spot => ({ x, y: y + down + wager.h / 2 });
  const above = (x: number, y: number): Spot => ({ x, y: y - up - wager.h / 2 });
  const own = ownWidth(m) + 2 * air;
  const step = at.beside ? (inner - own) / 2 / at.beside : 0;
  const besideX = (i: number) => own / 2 + step * (i + 0.5);
  const columnY = (i: number) => {
    const room = columns / at.column;
    return i * room + (room - slotHeight(m)) / 2 + up;
  };
  // Chips of a column lie beside the board, without touching each other or those of the rows.
  const chipsY = Array.from({ length: at.column }, (_, i) => columnY(i) + m.letter);
  const [first, last] = [middle.y + wager.h / 2, middle.y + middle.h - wager.h / 2];
  for (let i = 0; i < chipsY.length; i++)
    chipsY[i] = Math.max(
      first + i * wager.h,
      Math.min(chipsY[i]!, last - (at.column - 1 - i) * wager.h),
      i ? chipsY[i - 1]! + wager.h : 0,
    );
  for (let i = 0; i < at.beside; i++) {
    const x = width / 2 - besideX(i);
    add(x, baseline, above(x, baseline));
  }
  for (let i = at.column - 1; i >= 0; i--)
    add(slot / 2, columnY(i), { x: slot + wager.w / 2, y: chipsY[i]! });
  for (let i = 0; i < at.top; i++) {
    const x = side + (inner / at.top) * (i + 0.5);
    add(x, up, under(x, up));
  }
  for (let i = 0; i < at.column; i++)
    add(width - slot / 2, columnY(i), { x: width - slot - wager.w / 2, y: chipsY[i]! });
  for (let i = at.beside - 1; i >= 0; i--) {
    const x = width / 2 + besideX(i);
    add(x, baseline, above(x, baseline));
  }
  return { seats, wagers };
}

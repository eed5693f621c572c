/** The layout of a table on a phone that is held upright: the others in an arc above, the board with
 * the pots across the whole width below them, and the user at the bottom. */

import {
  CARD,
  FIVE_CARDS,
  footprint,
  most,
  rimOf,
  SIZES,
  type Kind,
  type Layout,
  type Spot,
} from './layout';

/** Number of players in the top row, in each column below it, and on each side of the user, by the
 * number of others. */
const ARCS: Record<number, [top: number, column: number, beside: number]> = {
  1: [1, 0, 0],
  2: [0, 1, 0],
  3: [1, 1, 0],
  4: [2, 1, 0],
  5: [3, 1, 0],
  6: [2, 2, 0],
  7: [3, 2, 0],
  8: [2, 2, 1],
  9: [3, 2, 1],
};
/** Widths of a board card and of one of the user's cards, in parts of the drawing's width. */
const BOARD = 0.148;
const OWN = 0.185;
/** Height of the user's wager, in letters. */
const STRIP = 1.9;
/** How much lower than the middle of the top row its ends are, in slots. */
const BOW = 0.3;
/** Distance of the felt from the edge of the drawing, in pixels. */
const EDGE = 4;
/** Kinds with the sizes of cards, in parts of the usual ones, in the order in which they are tried. */
const TRIALS: [kind: 'compact' | 'tight', cards: number][] = [
  ['compact', 1],
  ['compact', 0.88],
  ['tight', 1],
  ['tight', 0.88],
  ['tight', 0.76],
  ['tight', 0.66],
];
const MIN_LETTER = { compact: 11.5, tight: 11.1 };
const MAX_LETTER = { compact: 15.5, tight: 13 };
const MOST_GROWTH = { cards: 1.25, plate: 1.4 };
/** Largest width of the drawing in pixels. Few players have room for chips beside the board on a wider
 * one (`layout.ts`); with many, cards would be small there. */
const MOST_WIDTH = { few: 620, many: 900 };
const MANY = 7;

/** Returns the layout with places in pixels, clockwise from the user. Null if the drawing is not
 * tall, or too small for this layout. */
export function arrangeTall(width: number, height: number, sides: number): Layout | null {
  const mostWidth = MOST_WIDTH[sides < MANY ? 'few' : 'many'];
  if (width > mostWidth || height < width) return null;
  for (const [kind, least] of TRIALS) {
    const tall = (letter: number, cards: number, plate = 1) =>
      new Tall(kind, width, height, sides, letter, cards, plate);
    const letter = most(1, MAX_LETTER[kind], size => tall(size, least).fits);
    if (letter < MIN_LETTER[kind]) continue;
    const cards = most(least, MOST_GROWTH.cards, more => tall(letter, more).fits);
    const plate = most(1, MOST_GROWTH.plate, more => tall(letter, cards, more).fits);
    return tall(letter, cards, plate).layout;
  }
  return null;
}

class Tall {
  private readonly size;
  private readonly arc;
  private readonly plate: number;
  private readonly hole: number;
  private readonly own: number;
  private readonly board: number;
  /** Distance of cards from the edge of the drawing. They must not lie on the rim of the felt. */
  private readonly edge: number;

  constructor(
    private readonly kind: Kind,
    private readonly width: number,
    private readonly height: number,
    sides: number,
    private readonly letter: number,
    cards: number,
    plate: number,
  ) {
    this.size = SIZES[kind];
    this.arc = ARCS[sides - 1]!;
    this.plate = this.size.plate * letter * plate;
    this.hole = Math.min(
      this.size.hole * letter * Math.max(1, cards),
      (this.plate - 2.3 * letter) / 1.86,
    );
    this.own = OWN * width * cards;
    this.board = BOARD * width * cards;
    this.edge = EDGE + rimOf(letter);
  }

  private get air(): number {
    return this.size.air * this.letter;
  }
  /** From the upper edge of a plate to the lower edge of its slot. */
  private get down(): number {
    return (this.size.height + this.size.line) * this.letter + this.air / 2;
  }
  /** From the upper edge of a slot to the upper edge of its plate. */
  private get up(): number {
    return this.hole * CARD + this.air / 2;
  }
  private get slot(): number {
    return this.up + this.down;
  }
  private get ownSlot(): number {
    return this.own * CARD + this.air / 2 + this.down;
  }
  private get ownWidth(): number {
    return Math.max(2 * this.own, this.plate);
  }
  private get rows(): number {
    const [top, column] = this.arc;
    return (top ? 1 : 0) + column;
  }
  private get bow(): number {
    return this.arc[0] > 2 ? BOW * this.slot : 0;
  }
  private get band(): number {
    return this.size.lines * this.letter + this.board * CARD;
  }
  private get strip(): number {
    return STRIP * this.letter;
  }
  private get spare(): number {
    const others = this.rows * this.slot + this.bow;
    return this.height - others - this.band - this.strip - this.ownSlot;
  }

  get fits(): boolean {
    const [top, column, beside] = this.arc;
    const slotWidth = this.plate + this.air;
    return (
      this.spare >= 0 &&
      Math.max(top, column ? 2 : 1) * slotWidth <= this.width &&
      (!beside || this.ownWidth + this.air + 2 * slotWidth <= this.width) &&
      this.board * FIVE_CARDS <= this.width - 2 * this.edge
    );
  }

  get layout(): Layout {
    const { letter, width, height, edge, size, kind } = this;
    const [top, column, beside] = this.arc;
    // Half of the spare height separates the rows, up to half a slot each.
    const gap = Math.min(this.slot / 2, this.spare / 2 / Math.max(1, this.rows));
    const rowY = (row: number) => row * (this.slot + gap) + this.up;
    const bandTop = this.rows * (this.slot + gap) + this.bow;
    const ownTop = height - this.ownSlot;
    const half = this.plate / 2 + this.air / 2;
    const left: Spot[] = Array.from({ length: column }, (_, i) => ({
      x: half,
      y: rowY(i + (top ? 1 : 0)) + this.bow,
    })).reverse();
    const besideSpot = { x: (width - this.ownWidth) / 4, y: height - this.down };
    if (beside) left.unshift(besideSpot);
    const above: Spot[] = Array.from({ length: top }, (_, i) => ({
      x: (width / top) * (i + 0.5),
      y: rowY(0) + (i === 0 || i === top - 1 ? this.bow : 0),
    }));
    const right = left.map(({ x, y }) => ({ x: width - x, y })).reverse();
    const seats = [{ x: width / 2, y: height - this.down }, ...left, ...above, ...right];
    const plateHeight = size.height * letter;
    const upper = rowY(0) + this.bow + plateHeight / 2;
    const lines = size.lines * letter;
    const middle = {
      x: edge,
      y: bandTop,
      w: width - 2 * edge,
      h: ownTop - this.strip - bandTop,
    };
    const taller = { ...middle, h: ownTop - bandTop };
    const center = { ...middle, h: height - this.down - bandTop };
    return {
      kind,
      isWide: false,
      letter,
      plate: this.plate,
      ownPlate: beside ? this.ownWidth : Math.min(width - 2 * letter, this.plate * 1.8),
      plateHeight,
      lineWidth: beside ? this.ownWidth : width * 0.98,
      hole: this.hole,
      own: this.own,
      board: this.board,
      boards: Math.min(this.board, (taller.h - lines - 0.4 * letter) / (2 * CARD)),
      seats,
      wagers: seats.map((spot, i) => (i ? spot : { x: spot.x, y: ownTop - this.strip / 2 })),
      middle,
      taller,
      center,
      felt: {
        x: EDGE,
        y: upper,
        w: width - 2 * EDGE,
        h: height - upper - footprint(kind) * letter,
      },
    };
  }
}

/** A text as a QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, which is up to
 * 213 bytes. So that a phone on the sofa gets to a table without anybody typing. */

/** For each version: bytes of error correction in a block, and how many blocks. */
const BLOCKS: [ecc: number, blocks: number][] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
];

type Grid = (boolean | undefined)[][];

/** How many bytes, data and correction together, there is space for. */
function space(version: number): number {
  const across = Math.floor(version / 7) + 2;
  let modules = (16 * version + 128) * version + 64;
  if (version > 1) modules -= (25 * across - 10) * across - 55;
  if (version > 6) modules -= 36;
  return modules >> 3;
}

/** Rows of dark (true) and light modules; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= BLOCKS.length; version++) {
    const [ecc, blocks] = BLOCKS[version - 1]!;
    const room = space(version) - ecc * blocks;
    const lengthBits = version < 10 ? 8 : 16;
    if (4 + lengthBits + 8 * bytes.length > 8 * room) continue;
    const data = packed(bytes, lengthBits, room);
    const grid = drawn(version);
    fill(grid, corrected(data, ecc, blocks));
    return grid.map(row => row.map(Boolean));
  }
  return null;
}

/** "Bytes follow", how many, the bytes, and padding as the standard wants it. */
function packed(bytes: Uint8Array, lengthBits: number, room: number): number[] {
  const bits = [0b0100, ...bytes].map((value, index) =>
    value.toString(2).padStart(index ? 8 : 4, '0'),
  );
  bits.splice(1, 0, bytes.length.toString(2).padStart(lengthBits, '0'));
  const all = `${bits.join('')}0000`.slice(0, 8 * room);
  const packedBytes = (all.match(/.{1,8}/g) ?? []).map(octet => parseInt(octet.padEnd(8, '0'), 2));
  for (let pad = 0xec; packedBytes.length < room; pad ^= 0xec ^ 0x11) packedBytes.push(pad);
  return packedBytes;
}

/** Multiplication among the 256 elements of the field that Reed and Solomon's code counts in. */
function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

function correction(data: readonly number[], ecc: number): number[] {
  const divisor: number[] = [...Array<number>(ecc - 1).fill(0), 1];
  for (let root = 1, n = 0; n < ecc; n++, root = times(root, 2))
    for (let i = 0; i < ecc; i++) divisor[i] = times(divisor[i]!, root) ^ (divisor[i + 1] ?? 0);
  const rest = Array<number>(ecc).fill(0);
  for (const value of data) {
    const factor = value ^ rest.shift()!;
    rest.push(0);
    divisor.forEach((other, i) => (rest[i]! ^= times(other, factor)));
  }
  return rest;
}

/** The data in blocks, each with its correction, dealt out in turns so that a stain hits them all. */
function corrected(data: readonly number[], ecc: number, count: number): number[] {
  const short = Math.floor(data.length / count);
  const shorts = count - (data.length % count);
  const blocks = Array.from({ length: count }, (_, n) => {
    const from = n * short + Math.max(0, n - shorts);
    return data.slice(from, from + short + (n < shorts ? 0 : 1));
  });
  const dealt = (parts: number[][]) =>
    Array.from({ length: Math.max(...parts.map(part => part.length)) }, (_, i) =>
      parts.flatMap(part => part[i] ?? []),
    ).flat();
  return [...dealt(blocks), ...dealt(blocks.map(block => correction(block, ecc)))];
}

/** All that is not data: the three eyes, the small ones, the rulers, and what the code says of
 * itself. */
function drawn(version: number): Grid {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined));
  const set = (x: number, y: number, dark: boolean) => {
    if (grid[y] && x >= 0 && x < size) grid[y][x] = dark;
  };
  const eye = (x: number, y: number, reach: number) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(x + dx, y + dy, ring !== 4 && ring !== (reach === 4 ? 2 : 1));
      }
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const small = eyesOf(version);
  for (const x of small)
    for (const y of small) {
      const isCorner = (x === 6 && (y === 6 || y === size - 7)) || (y === 6 && x === size - 7);
      if (!isCorner) eye(x, y, 2);
    }
  eye(3, 3, 4);
  eye(size - 4, 3, 4);
  eye(3, size - 4, 4);
  // Correction M and the mask below are both zero, so this is only what hides a zero.
  const format = 0x5412;
  const bit = (i: number) => ((format >> i) & 1) === 1;
  for (let i = 0; i < 15; i++) {
    if (i < 8) {
      set(8, i < 6 ? i : i + 1, bit(i));
      set(size - 1 - i, 8, bit(i));
    } else {
      set(i < 9 ? 7 : 14 - i, 8, bit(i));
      set(8, size - 15 + i, bit(i));
    }
  }
  set(8, size - 8, true);
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      const [far, near] = [size - 11 + (i % 3), Math.floor(i / 3)];
      set(far, near, dark);
      set(near, far, dark);
    }
  }
  return grid;
}

/** Where the small eyes are, across and down. */
function eyesOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = 10 + 4 * version;
  const step = Math.floor((8 * version + 3 * count + 5) / (4 * count - 4)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - i * step)];
}

/** The bits, two columns at a time, up and down, under a mask like a chessboard. */
function fill(grid: Grid, bytes: readonly number[]): void {
  const size = grid.length;
  let n = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== undefined) continue;
        const dark = (((bytes[n >> 3] ?? 0) >> (7 - (n & 7))) & 1) === 1;
        grid[y]![x] = dark !== ((x + y) % 2 === 0);
        n++;
      }
    }
  }
}

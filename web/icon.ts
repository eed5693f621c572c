/** The room's icon, drawn here once: as SVG for browsers, as PNG for home screens that take nothing
 * else. A plugin of the build; nothing of it is kept among the sources. */

import { deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';

type Point = [x: number, y: number];
/** An ellipse, or cubic curves one after another, from the first point on. */
type Shape =
  | { fill: string; ellipse: [cx: number, cy: number, rx: number, ry: number] }
  | { fill: string; curves: Point[] };

const SIDE = 64;
const NIGHT = '#1b1e23';
/** Right half of a spade, top to stem, about x = 32; the left half is its mirror. */
const SPADE: Point[] = [
  [32, 18],
  [37, 24.5],
  [43, 27.5],
  [43, 33.5],
  [43, 39.2],
  [36.6, 41],
  [33.4, 37.6],
  [33.8, 40.5],
  [35, 42.9],
  [37, 45],
  [35, 45],
  [32, 45],
  [32, 45],
];
const mirrored: Point[] = SPADE.map(([x, y]): Point => [SIDE - x, y]).reverse();

/** A masa seen from above with a spade on it; *scale* leaves a margin for masks. */
function masa(scale: number): Shape[] {
  const at = ([x, y]: Point): Point => [32 + (x - 32) * scale, 32 + (y - 32) * scale];
  return [
    { fill: '#7a5230', ellipse: [32, 32, 31 * scale, 24 * scale] },
    { fill: '#2f7d5b', ellipse: [32, 32, 27 * scale, 20 * scale] },
    { fill: '#ffffff', curves: [...SPADE, ...mirrored.slice(1)].map(at) },
  ];
}

function svg(shapes: Shape[], ground: string | null): string {
  const round = (n: number) => String(Math.round(n * 100) / 100);
  const drawn = shapes.map(shape => {
    if ('ellipse' in shape) {
      const [cx, cy, rx, ry] = shape.ellipse.map(round);
      return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${shape.fill}"/>`;
    }
    const [first, ...rest] = shape.curves.map(point => point.map(round).join(' '));
    return `<path d="M${first}C${rest.join(' ')}z" fill="${shape.fill}"/>`;
  });
  const back = ground ? `<path fill="${ground}" d="M0 0h${SIDE}v${SIDE}H0z"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${back}${drawn.join('')}</svg>`;
}

const STEPS = 24;

function outline(shape: Shape): Point[] {
  if ('ellipse' in shape) {
    const [cx, cy, rx, ry] = shape.ellipse;
    return Array.from({ length: 180 }, (_, i): Point => {
      const angle = (i * Math.PI) / 90;
      return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
    });
  }
  const points: Point[] = [];
  for (let i = 0; i + 3 < shape.curves.length; i += 3) {
    const [p0, p1, p2, p3] = shape.curves.slice(i, i + 4) as [Point, Point, Point, Point];
    for (let step = 0; step < STEPS; step++) {
      const u = step / STEPS;
      const v = 1 - u;
      const mix = (axis: 0 | 1) =>
        v * v * v * p0[axis] +
        3 * v * v * u * p1[axis] +
        3 * v * u * u * p2[axis] +
        u * u * u * p3[axis];
      points.push([mix(0), mix(1)]);
    }
  }
  return points;
}

const FINE = 4;

/** How much of each pixel lies within: FINE rows of each, with exact ends. */
function coverage(points: Point[], pixels: number): Float64Array {
  const zoom = pixels / SIDE;
  const covered = new Float64Array(pixels * pixels);
  for (let row = 0; row < pixels * FINE; row++) {
    const y = (row + 0.5) / FINE / zoom;
    const crossings: number[] = [];
    points.forEach(([x0, y0], i) => {
      const [x1, y1] = points[(i + 1) % points.length]!;
      if (y0 <= y !== y1 <= y) crossings.push((x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) * zoom);
    });
    crossings.sort((one, other) => one - other);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [from, to] = [crossings[i]!, crossings[i + 1]!];
      for (let x = Math.max(0, Math.floor(from)); x < Math.min(pixels, to); x++)
        covered[Math.floor(row / FINE) * pixels + x]! +=
          (Math.min(to, x + 1) - Math.max(from, x)) / FINE;
    }
  }
  return covered;
}

const rgb = (color: string): number[] => [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16));

function png(shapes: Shape[], ground: string, pixels: number): Buffer {
  const picture = Array.from({ length: pixels * pixels }, () => rgb(ground));
  for (const shape of shapes) {
    const color = rgb(shape.fill);
    coverage(outline(shape), pixels).forEach((part, at) => {
      if (part) picture[at] = picture[at]!.map((was, i) => was + (color[i]! - was) * part);
    });
  }
  const rows = Buffer.alloc(pixels * (pixels * 3 + 1));
  picture.forEach((color, at) =>
    color.forEach((value, i) => {
      rows[Math.floor(at / pixels) * (pixels * 3 + 1) + 1 + (at % pixels) * 3 + i] =
        Math.round(value);
    }),
  );
  const head = Buffer.alloc(13);
  head.writeUInt32BE(pixels, 0);
  head.writeUInt32BE(pixels, 4);
  head.set([8, 2], 8); // eight bits each of red, green and blue
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = ~0;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(~crc >>> 0);
  return Buffer.concat([length, body, check]);
}

const MASKED = 0.76;
const FILES: Record<string, () => string | Buffer> = {
  'icon.svg': () => svg(masa(1), null),
  'icon-maskable.svg': () => svg(masa(MASKED), NIGHT),
  'icon-180.png': () => png(masa(0.9), NIGHT, 180),
  'icon-192.png': () => png(masa(0.9), NIGHT, 192),
  'icon-512.png': () => png(masa(MASKED), NIGHT, 512),
};

export function icons(): Plugin {
  return {
    name: 'icons',
    generateBundle() {
      for (const [fileName, draw] of Object.entries(FILES))
        this.emitFile({ type: 'asset', fileName, source: draw() });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const draw = FILES[request.url?.slice(1) ?? ''];
        if (!draw) return next();
        response.setHeader(
          'Content-Type',
          request.url!.endsWith('svg') ? 'image/svg+xml' : 'image/png',
        );
        response.end(draw());
      });
    },
  };
}

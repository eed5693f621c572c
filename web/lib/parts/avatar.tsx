/** A face for every player, drawn from a few shapes. The name determines the shapes, so that a
 * player looks the same everywhere. Each house character has its own face. */

const GROUNDS = [
  '#2f6f8f',
  '#8a4b6b',
  '#5b6b2f',
  '#a0592b',
  '#4a4f9a',
  '#1f7a5c',
  '#7a3b3b',
  '#6a6258',
];
const SKINS = ['#f6d3b3', '#e8b98d', '#c98d5f', '#9a6440', '#6f4630'];
const HAIRS = ['#2b2320', '#5a3a22', '#9b5a2c', '#d9a441', '#8d8d8d', '#b5412c'];

/** Hairstyles: short, parted, long, bun, curls, none, cap. */
const STYLES = [
  'M8.500 14c0-6 3-9 7.500-9s7.500 3 7.500 9c-1-3-2-4.500-4-5-3 1-8 1-11 5z',
  'M8.500 14.500c-.5-6.500 3-9.500 7.500-9.500 5 0 8 3.500 7.500 9.500-.7-3-1.500-4-2.500-5-4 .5-6-.5-7-1.500-1.500 1.500-4 3-5.500 6.500z',
  'M7.500 22c-1-11 2-17 8.500-17s9.500 6 8.500 17l-2.500 0c.8-6 .3-9-1.500-12-3 1.500-6.500 1.500-9 0-1.800 3-2.300 6-1.500 12z',
  'M16 1.500a3 3 0 0 1 2.500 4.300c3.200 1 5 4 5 8.200-1.200-3-3-4.600-7.500-4.600s-6.300 1.600-7.500 4.600c0-4.200 1.800-7.200 5-8.200A3 3 0 0 1 16 1.500z',
  'M8 14a3 3 0 0 1 0-5 3.500 3.500 0 0 1 4-4 4 4 0 0 1 8 0 3.500 3.500 0 0 1 4 4 3 3 0 0 1 0 5c-1-2-2.500-4-8-4s-7 2-8 4z',
  '',
  'M7.500 11.500c0-4.500 3.500-7 8.500-7s8.500 2.500 8.500 7l3.500 1.200-4 .8H8z',
];
const MOUTHS = [
  'M13 20.500q3 2.600 6 0',
  'M13 21h6',
  'M13 21.300q3.500 1 6-1.300',
  'M13.500 20.400a2.500 2.500 0 0 0 5 0z',
];

/** Background, skin, hair, hairstyle, mouth, glasses, beard. */
type Face = [number, number, number, number, number, boolean, boolean];

const HOUSE: Record<string, Face> = {
  Ada: [0, 1, 0, 3, 0, true, false],
  Blaise: [3, 0, 5, 6, 3, false, false],
  Cem: [7, 2, 4, 5, 1, false, true],
  Daria: [1, 0, 3, 2, 3, false, false],
  Emil: [4, 0, 4, 0, 1, true, true],
  Fatma: [6, 3, 0, 2, 2, false, false],
  Gao: [5, 1, 0, 0, 0, false, false],
  Hana: [2, 0, 1, 4, 2, false, false],
  Ivo: [4, 4, 0, 4, 0, false, true],
};

function hash(name: string): number {
  let found = 2166136261;
  for (const letter of name) found = Math.imul(found ^ letter.codePointAt(0)!, 16777619);
  // Mixes the last letters into all bits, so that "Guest 17" and "Guest 18" look different.
  found = Math.imul(found ^ (found >>> 15), 2246822507);
  return (found ^ (found >>> 13)) >>> 0;
}

export function faceOf(name: string): Face {
  const known = HOUSE[name.replace(/(?: \d+)? \(bot\)$/, '')];
  if (known && name.endsWith('(bot)')) return known;
  let left = hash(name);
  const next = (count: number) => {
    const found = left % count;
    left = Math.floor(left / count);
    return found;
  };
  return [
    next(GROUNDS.length),
    next(SKINS.length),
    next(HAIRS.length),
    next(STYLES.length),
    next(MOUTHS.length),
    next(4) === 0,
    next(4) === 0,
  ];
}

export function Avatar({ name }: { name: string }) {
  const [ground, skin, hair, style, mouth, hasGlasses, hasBeard] = faceOf(name);
  return (
    <svg class="avatar" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="16" fill={GROUNDS[ground]} />
      <path d="M5 30c1-5 5-7 11-7s10 2 11 7a16 16 0 0 1-22 0z" fill="#fff" fill-opacity=".35" />
      <ellipse cx="16" cy="15.500" rx="7.300" ry="8.500" fill={SKINS[skin]} />
      {hasBeard && (
        <path
          d="M8.900 17c.5 5 3 8 7.100 8s6.600-3 7.100-8c-1.500 2-4 2.200-7.100 2.200S10.400 19 8.900 17z"
          fill={HAIRS[hair]}
        />
      )}
      <path d={STYLES[style]} fill={HAIRS[hair]} />
      <g fill="#221c19">
        <circle cx="13" cy="15.500" r="1.100" />
        <circle cx="19" cy="15.500" r="1.100" />
      </g>
      <path
        d={MOUTHS[mouth]}
        fill="none"
        stroke="#221c19"
        stroke-width="1.100"
        stroke-linecap="round"
      />
      {hasGlasses && (
        <path
          d="M10.300 15.500a2.700 2.700 0 1 0 5.400 0 2.700 2.700 0 1 0-5.400 0M16.300 15.500a2.700 2.700 0 1 0 5.400 0 2.700 2.700 0 1 0-5.400 0"
          fill="none"
          stroke="#221c19"
          stroke-width=".7"
        />
      )}
    </svg>
  );
}

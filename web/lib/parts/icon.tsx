/** Icons, drawn as lines on a 24 × 24 square. */

const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  back: 'M14 6l-6 6 6 6',
  next: 'M10 6l6 6-6 6',
  first: 'M17 6l-6 6 6 6M7 6v12',
  last: 'M7 6l6 6-6 6M17 6v12',
  chat: 'M4 6h16v10H10l-4 4v-4H4z',
  hands: 'M8 4h9v14H8zM5 7v14h9',
  book: 'M5 5h6a2 2 0 0 1 1 1 2 2 0 0 1 1-1h6v13h-6l-1 1-1-1H5zM12 6v13',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.600 5.600l2.200 2.200M16.200 16.200l2.200 2.200M18.400 5.600l-2.200 2.200M7.800 16.200l-2.200 2.200',
  keys: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  leave: 'M14 4H5v16h9M10 12h10M17 9l3 3-3 3',
  chips:
    'M12 5c4 0 7 1.300 7 3s-3 3-7 3-7-1.300-7-3 3-3 7-3zM5 8v4c0 1.700 3 3 7 3s7-1.300 7-3V8M5 12v4c0 1.700 3 3 7 3s7-1.300 7-3v-4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  host: 'M4 9l4 3 4-6 4 6 4-3-1.500 9h-13z',
  sound: 'M5 10v4h3l4 4V6l-4 4zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11',
  mute: 'M5 10v4h3l4 4V6l-4 4zM16 10l5 5M21 10l-5 5',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.500 19c.5-3.500 2.700-5 5.500-5s5 1.500 5.500 5M16 11a2.500 2.500 0 1 0 0-5M17 14c2 .4 3.300 1.900 3.600 4.500',
  link: 'M10 14l4-4M8.500 11.500L6 14a3 3 0 0 0 4 4l2.500-2.500M15.500 12.500L18 10a3 3 0 0 0-4-4l-2.500 2.500',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  check: 'M5 13l4 4 10-11',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c.7-4.200 3.600-6 7.500-6s6.800 1.800 7.500 6',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  bot: 'M6 10h12v8H6zM12 10V6M10 5.500h4M9.500 14h.01M14.500 14h.01M3.500 12.500v3M20.500 12.500v3',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  tiles: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

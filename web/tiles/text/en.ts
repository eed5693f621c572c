export default {
  side_by_side: 'Tables side by side',
  no_seat: 'You sit at no table.',
  keys_here: 'Keys act at this table',
} as const;

import type en from './en';

export default {
  side_by_side: '并排看桌',
  no_seat: '您没有坐在任何牌桌。',
  keys_here: '按键对这一桌有效',
} satisfies Record<keyof typeof en, string>;

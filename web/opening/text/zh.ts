import type en from './en';

export default {
  some_name: '朋友局',
  who: '谁可以加入',
  'who.all': '所有人',
  'who.link': '仅凭链接',
  pace: '行动时间',
  usual: '默认',
  seconds: '{n} 秒',
} satisfies Record<keyof typeof en, string>;

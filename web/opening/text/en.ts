export default {
  some_name: 'Home game',
  who: 'Who can join',
  'who.all': 'Everybody',
  'who.link': 'Only with the link',
  pace: 'Time to act',
  usual: 'Default',
  seconds: '{n} s',
} as const;

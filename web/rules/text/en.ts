export default {
  title: 'House rules',
  words:
    'Cardrooms differ in small points. Every table says which rules it uses. These are the rules you can choose.',
  which: 'Rules',
  unknown: 'This table has rules of its own: {rules}',
  shared: 'The same in all rules',
  'shared.players':
    'Two to ten players, two cards each, five on the board; the best five of the seven count.',
  'shared.matched':
    'A call never costs more than an opponent can match, and a bet that nobody matched is returned.',
  'shared.pots':
    'A player who is all in can win only what they could match; the rest is a side pot.',
  'shared.whole': 'Chips are whole numbers, and no chip is ever lost.',
  'option.betting': 'Structure',
  'betting.no limit': 'No limit: a raise may be as large as your stack.',
  'betting.pot limit': 'Pot limit: a raise may be as large as the pot after the call.',
  'betting.fixed limit': 'Fixed limit: one big blind before and on the flop, two afterwards.',
  'option.heads_up_button': 'Two players',
  'heads_up_button.big blind': 'The button posts the big blind.',
  'heads_up_button.small blind': 'The button posts the small blind.',
  'option.small_blind': 'Small blind',
  'small_blind.any': 'Any, up to the big blind.',
  'small_blind.half': 'Exactly half of the big blind.',
  'option.all_in': 'All in',
  'all_in.sent as all-in':
    'Your last chip always goes in as an all-in, for a call and for a raise.',
  'all_in.only when short':
    'You are all in only if you cannot pay the call; with as much or more, you call or raise.',
  'all_in.by calling':
    'If you cannot pay the call, you call with what you have. A raise must be a full raise.',
  'option.all_in_turn': 'Once all in',
  'all_in_turn.skipped': 'Your turn is skipped.',
  'all_in_turn.check only': 'You can only check, and nobody waits for it.',
  'option.least_raise': 'Least raise',
  'least_raise.full raise':
    'A raise adds at least as much as the raise before it; the first one at least the big blind.',
  'least_raise.any': 'A raise is any amount above the highest bet.',
  'option.reopening': 'Short all-ins',
  'reopening.add up':
    'A player who has acted may raise again if the all-ins together are a full raise.',
  'reopening.full raise': 'A player who has acted may raise again only after a single full raise.',
  'reopening.any': 'A player who has acted may raise again after any raise.',
  'option.short_raise': 'A raise that is too small',
  'short_raise.refused': 'is refused.',
  'short_raise.call': 'counts as a call.',
  'option.short_big_blind': 'A big blind that cannot pay',
  'short_big_blind.full price': 'A call still costs the whole big blind.',
  'short_big_blind.largest post': 'A call costs the largest blind that was really posted.',
  'option.short_antes': 'An ante that cannot be paid',
  'short_antes.layered': 'You can win as much of each ante as you paid yourself.',
  'short_antes.shared': 'You can win all the antes.',
  'option.odd_chips': 'Odd chips',
  'odd_chips.one each':
    'Chips that cannot be divided go one by one to the winners, from the left of the button.',
  'odd_chips.first winner':
    'Chips that cannot be divided go to the first winner left of the button.',
  'odd_chips.dropped': 'Chips that cannot be divided go to nobody.',
  'option.first_to_show': 'First to show',
  'first_to_show.last aggressor':
    'The player who raised last on the river shows first; otherwise the first left of the button.',
  'first_to_show.first bettor':
    'The player who bet first on the river shows first; otherwise the first left of the button.',
  'option.showdown': 'Showdown',
  'showdown.losers may muck': 'Beaten hands may be mucked, also after an all-in.',
  'showdown.all show': 'Every hand still in play is shown.',
  'showdown.all show with an all-in':
    'If a player is all in, every hand still in play is shown; otherwise beaten hands may be mucked.',
  'option.raise_cap': 'Raises in a round',
  'raise_cap.same': 'At most {n}.',
  'raise_cap.each': 'At most {caps}: before the flop, on the flop, turn and river.',
  'option.cap_counts_bet': 'The first bet',
  'cap_counts_bet.true': 'counts as one of these raises.',
  'cap_counts_bet.false': 'does not count as one of these raises.',
  'option.cap_lifts_heads_up': 'Two left in the hand',
  'cap_lifts_heads_up.true': 'They may raise as often as they like.',
  'cap_lifts_heads_up.false': 'They may not raise more often either.',
  'option.button': 'The button',
  'button.moving': 'moves to the next player.',
  'button.dead':
    'Dead button: the big blind moves to the next player, button and small blind follow, even to an empty seat.',
} as const;

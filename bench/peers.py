"""Plays one six-handed no-limit hand in other engines, each used as its documentation recommends
and as fast as it allows.

All players act at random from the shuffle to the payout. Folding (if there is a bet), checking or
calling, and raising are equally likely, and so are all amounts.

Each function imports its engine, so that a missing engine is only left out.
"""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from pokermasa.cli.commands.bench import BLINDS, PLAYERS, STACK, any_of, pick

FOLD, STAY, RAISE = 0, 1, 2
Play = Callable[[Random], int]
"""Function that plays a hand and returns the number of acts."""


def pokerkit() -> Play:
    module: Any = import_module("pokerkit")
    game = module.NoLimitTexasHoldem(
        tuple(module.Automation), ante_trimming_status=True, raw_antes=0,
        raw_blinds_or_straddles=(BLINDS.small, BLINDS.big), min_bet=BLINDS.big,
    )  # fmt: skip

    def play(source: Random) -> int:
        state = game(STACK, PLAYERS)
        acts = 0
        while state.status:
            to_call = state.checking_or_calling_amount
            least = state.min_completion_betting_or_raising_to_amount
            choice = pick(source, to_call, least is not None)
            if choice == FOLD:
                state.fold()
            elif choice == STAY:
                state.check_or_call()
            else:
                most = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(any_of(source, least, most))
            acts += 1
        assert sum(state.stacks) == PLAYERS * STACK
        return acts

    return play


def texasholdem() -> Play:
    module: Any = import_module("texasholdem")
    act, new_game = module.ActionType, module.TexasHoldEm

    def play(source: Random) -> int:
        game = new_game(STACK, BLINDS.big, BLINDS.small, max_players=PLAYERS)
        game.start_hand()
        acts = 0
        while game.is_hand_running():
            moves = game.get_available_moves()
            kinds, to = moves.action_types, moves.raise_range
            choice = pick(source, act.CALL in kinds, len(to) > 0)
            if choice == FOLD:
                game.take_action(act.FOLD)
            elif choice == STAY:
                is_call = act.CALL in kinds
                game.take_action(act.CALL if is_call else act.CHECK)
            else:
                game.take_action(act.RAISE, total=any_of(source, to[0], to[-1]))
            acts += 1
        assert sum(player.chips for player in game.players) == PLAYERS * STACK
        return acts

    return play


def clubs() -> Play:
    module: Any = import_module("clubs")
    dealer = module.Dealer(**module.configs.NO_LIMIT_HOLDEM_SIX_PLAYER | {"start_stack": STACK})

    def play(source: Random) -> int:
        table = dealer.reset(reset_button=True, reset_stacks=True)
        acts, done = 0, [False]
        while not all(done):
            call, most = table["call"], table["max_raise"]
            choice = pick(source, call, most > 0)
            if choice == FOLD:
                bet = -1
            elif choice == STAY:
                bet = call
            else:
                bet = any_of(source, table["min_raise"], most)
            table, _payouts, done = dealer.step(bet)
            acts += 1
        return acts

    return play


def pokers() -> Play:
    """An engine in Rust. It also asks all-in players (they check) and has no smallest raise (here
    it is a big blind).
    """
    module: Any = import_module("pokers")
    action, kinds, states, status = (
        getattr(module, name) for name in ("Action", "ActionEnum", "State", "StateStatus")
    )
    fold, check, call = map(action, (kinds.Fold, kinds.Check, kinds.Call))

    def play(source: Random) -> int:
        seed = int(source.random() * 2**53)
        state = states.from_seed(PLAYERS, 0, BLINDS.small, BLINDS.big, STACK, seed)
        acts = 0
        while not state.final_state:
            is_call = kinds.Call in state.legal_actions
            act = call if is_call else check
            # The engine requires an amount for every action.
            choice = pick(source, is_call, may_raise=True)
            if choice == FOLD:
                act = fold
            elif choice == RAISE:
                me = state.players_state[state.current_player]
                most = int(me.stake + me.bet_chips - state.min_bet)
                if most > 0:
                    act = action(kinds.Raise, any_of(source, min(BLINDS.big, most), most))
            state = state.apply_action(act)
            acts += 1
        assert state.status == status.Ok
        assert abs(sum(player.reward for player in state.players_state)) < 1e-6
        return acts

    return play


def open_spiel() -> Play:
    """An engine in C++, called from Python. It gets a shuffled deck, so its chance nodes need not
    be sampled.
    """
    module: Any = import_module("pyspiel")
    game = spiel_game(module)
    deck = list(range(52))

    def play(source: Random) -> int:
        source.shuffle(deck)
        cards = iter(deck)
        state = game.new_initial_state()
        acts = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(cards))
                continue
            legal = state.legal_actions()
            first_raise = 2 if legal[0] == FOLD else 1
            choice = pick(source, legal[0] == FOLD, len(legal) > first_raise)
            if choice == RAISE:
                choice = legal[any_of(source, first_raise, len(legal) - 1)]
            state.apply_action(choice)
            acts += 1
        assert abs(sum(state.returns())) < 1e-6
        return acts

    return play


def spiel_game(module: Any) -> Any:
    options = {
        "betting": "nolimit",
        "bettingAbstraction": "fullgame",
        "numPlayers": PLAYERS,
        "numRounds": 4,
        "blind": f"{BLINDS.small} {BLINDS.big}" + " 0" * (PLAYERS - 2),
        "firstPlayer": "3 1 1 1",
        "numSuits": 4,
        "numRanks": 13,
        "numHoleCards": 2,
        "numBoardCards": "0 3 1 1",
        "stack": " ".join([str(STACK)] * PLAYERS),
    }
    return module.load_game("universal_poker", options)


PEERS: dict[str, Callable[[], Play]] = {
    "pokerkit": pokerkit,
    "texasholdem": texasholdem,
    "clubs": clubs,
    "pokers, in Rust": pokers,
    "open_spiel, in C++": open_spiel,
}

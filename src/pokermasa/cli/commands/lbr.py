"""`masa lbr`: lower bound of what an opponent who knows the bot's policy wins from it."""

import json as json_text
from typing import Annotated

import typer

from pokermasa.arena.fault import BrokenPolicy
from pokermasa.arena.hand import close_bot
from pokermasa.arena.interval import Sums
from pokermasa.arena.lbr import winnings
from pokermasa.arena.terms import Terms
from pokermasa.bots.named import Entry, NoBot, named
from pokermasa.cli import output
from pokermasa.cli.bar import bar
from pokermasa.cli.commands.match import say_stopped
from pokermasa.rules import Betting


def lbr(
    bot: Annotated[str, typer.Argument(help="A bot as in `masa match`: house:limit, basic:0.3.")],
    deals: Annotated[
        int,
        typer.Option(min=2, max=100_000, help="How many deals; each is played from both seats."),
    ] = 500,
    limit: Annotated[
        bool, typer.Option("--limit/--no-limit", help="Fixed limit, or no limit.")
    ] = True,
    stack: Annotated[
        int, typer.Option(min=2, max=1_000_000, help="Chips each; the blinds are 1 and 2.")
    ] = 200,
    seed: Annotated[int, typer.Option(help="A number; another number gives other cards.")] = 1,
    json: output.Json = False,
) -> None:
    """Play local best response against a bot, heads-up: a lower bound of its exploitability.

    The bot must decide from its view alone. A bot without a policy is asked once for each possible
    hand, which may take seconds for a deal. Ctrl-C ends it with the result so far.
    """
    try:
        entry = named(bot)
    except NoBot as error:
        raise typer.BadParameter(str(error), param_hint="BOT") from None
    terms = Terms.for_rules("acpc", Betting.FIXED_LIMIT if limit else Betting.NO_LIMIT, stack=stack)
    sums = Sums()
    stopped = ""
    try:
        with bar(whole=deals, unit="deals") as moved:
            for deal in range(deals):
                sums.add(1000 * _one_deal(entry, terms, deal, seed) / terms.blinds.big)
                moved(deal + 1)
    except KeyboardInterrupt:
        stopped = f"Stopped by hand after {sums.count:,} of {deals:,} deals."
        if sums.count < 2:
            say_stopped(f"{stopped} There is no result yet.")
    except BrokenPolicy as error:
        raise typer.BadParameter(f"{bot}: {error}", param_hint="BOT") from None
    interval, played = sums.interval, sums.count
    if json:
        found = {"bot": bot, "deals": played, "mbb": interval.mean, "interval": interval.as_json()}
        typer.echo(json_text.dumps(found))
    else:
        won = f"{interval.mean:+,.0f} ± {interval.half:,.0f} mbb/hand"
        typer.echo(f"local best response wins {won}")
        typer.echo(f"from {bot}: {terms.words}; {played:,} deals from both seats, seed {seed}")
    if stopped:
        say_stopped(stopped)


def _one_deal(entry: Entry, terms: Terms, deal: int, seed: int) -> float:
    bot = entry.make(seed)
    try:
        return winnings(bot, terms, deal, seed)
    finally:
        close_bot(bot)

"""`masa lbr`: how much somebody who knows a bot's policy wins from it at least."""

import json as json_text
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from pokermasa.arena.interval import Sums
from pokermasa.arena.lbr import winnings
from pokermasa.arena.terms import Terms
from pokermasa.bots.named import NoBot, named
from pokermasa.cli import output
from pokermasa.rules import Betting


def lbr(
    bot: Annotated[str, typer.Argument(help="A bot as in `masa match`: house:limit, basic:0.3.")],
    deals: Annotated[
        int, typer.Option(min=2, max=100_000, help="Each is played from both seats.")
    ] = 500,
    limit: Annotated[bool, typer.Option("--limit/--no-limit", help="Fixed limit or none.")] = True,
    stack: Annotated[
        int, typer.Option(min=2, max=1_000_000, help="Chips each; the blinds are 1 and 2.")
    ] = 200,
    seed: Annotated[int, typer.Option(help="A number; another number gives other cards.")] = 1,
    json: output.Json = False,
) -> None:
    """Play local best response against a bot, heads-up: a lower bound of its exploitability."""
    try:
        entry = named(bot)
    except NoBot as error:
        raise typer.BadParameter(str(error), param_hint="BOT") from None
    terms = Terms.of("acpc", Betting.FIXED_LIMIT if limit else Betting.NO_LIMIT, stack=stack)
    sums = Sums()
    console = Console(stderr=True)
    for deal in track(range(deals), "deals", console=console, disable=not console.is_terminal):
        won = winnings(entry.make(seed), terms, deal, seed)
        sums.add(1000 * won / terms.blinds.big)
    interval = sums.interval
    if json:
        found = {"bot": bot, "deals": deals, "mbb": interval.mean, "interval": interval.as_json()}
        typer.echo(json_text.dumps(found))
        return
    typer.echo(f"local best response wins {interval.mean:+,.0f} ± {interval.half:,.0f} mbb/hand")
    typer.echo(f"from {bot}: {terms.words}; {deals:,} deals from both seats, seed {seed}")

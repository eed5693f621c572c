"""Bots that play six-handed, and measure the time until all players have received an act."""

import asyncio
import json
import re
import sys
from collections import Counter
from random import Random
from typing import Any

from bench.load.client import Client, come_in
from bench.load.room import SIDES

BEHIND = 1.0
"""Seconds of missed acts that a slow table makes up for."""
AGAIN = (0.25, 0.75)
"""Seconds before an act is sent again that was refused because the room was busy."""
SEQ = re.compile(rb'"seq": ?(\d+)')


class Felt:
    """One table as seen by its bots."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.due = 0.0
        """Time at which the last act was due."""
        self.offer: dict[str, Any] | None = None
        self.sent: dict[int, float] = {}
        self.deliveries: dict[int, int] = {}


class Bots:
    """Plays six bots at each table. At each table, acts are due at the times of a Poisson process,
    however late the room is. Most acts are checks and calls; some are raises, folds and all-ins.
    """

    def __init__(self, rng: Random) -> None:
        self.pause = 1.0
        self.latencies: list[float] = []
        self.acts = 0
        self.refused: Counter[str] = Counter()
        self.seated = 0
        self.is_on = True
        self._held: list[tuple[Client, Felt, dict[str, Any]]] | None = None
        """Acts that are due while the bots are held."""
        self._luck = rng
        self._loop = asyncio.get_running_loop()

    def hold(self) -> None:
        """Makes the bots wait until `go_on`."""
        if self._held is None:
            self._held = []

    def go_on(self) -> None:
        held, self._held = self._held or [], None
        for client, felt, offer in held:
            felt.due = self._loop.time() + self._luck.uniform(0, self.pause)
            self._loop.call_at(felt.due, self._act, client, felt, offer)

    def on_message(self, client: Client, message: bytes) -> None:
        felt: Felt = client.seat
        if message.startswith(b'{"type":"events"'):
            found = SEQ.search(message)
            assert found is not None
            seq = int(found[1])
            felt.seq = max(felt.seq, seq)
            sent = felt.sent.get(seq)
            if sent is not None:
                felt.deliveries[seq] = felt.deliveries.get(seq, 0) + 1
                if felt.deliveries[seq] == SIDES:
                    self.latencies.append(self._loop.time() - sent)
                    del felt.sent[seq], felt.deliveries[seq]
        elif message.startswith(b'{"type":"act"'):
            felt.due = max(felt.due, self._loop.time() - BEHIND)
            felt.due += self._luck.expovariate(1 / max(1e-6, self.pause))
            self._loop.call_at(felt.due, self._act, client, felt, json.loads(message))
        elif message.startswith(b'{"type":"view"'):
            felt.seq = max(felt.seq, json.loads(message)["seq"])
        elif message == b'{"type":"done","id":"s"}':
            self.seated += 1
        elif message.startswith(b'{"type":"refused"'):
            refused = json.loads(message)
            self.refused[refused["code"]] += 1
            offer = felt.offer
            if refused["code"] == "BUSY" and offer is not None and refused["id"] == offer["turn"]:
                pause = self._luck.uniform(*AGAIN)
                self._loop.call_later(pause, self._act, client, felt, offer)

    def _act(self, client: Client, felt: Felt, offer: dict[str, Any]) -> None:
        if client.is_lost or not self.is_on:
            return
        if self._held is not None:
            self._held.append((client, felt, offer))
            return
        felt.offer = offer
        act = offer.setdefault("act", self._chosen(offer["acts"]))
        self.acts += 1
        felt.sent[felt.seq + 1] = self._loop.time()
        client.say(do="act", masa=felt.id, act=act, turn=offer["turn"], id=offer["turn"])

    def _chosen(self, acts: list[str]) -> str:
        kind = self._luck.choices(("call", "fold", "raise", "all in"), (70, 14, 14, 2))[0]
        raises = [act for act in acts if act.startswith("RR")]
        if kind == "raise" and raises:
            return raises[0]
        wanted = {"fold": "FO", "all in": "AA"}.get(kind, "")
        return next(act for act in (wanted, "CH", "CA", "AA", "FO") if act in acts)


async def seated(port: int, bots: Bots, ids: list[str], secrets: list[list[str]]) -> list[Client]:
    clients = await come_in(port, [s for six in secrets for s in six], bots.on_message)
    for number, client in enumerate(clients):
        if number % SIDES == 0:
            felt = Felt(ids[number // SIDES])
        client.seat = felt
        client.say(do="watch", masa=felt.id, id="w")
        client.say(do="sit", masa=felt.id, side=number % SIDES, stack=400, id="s")
        client.say(do="auto_top_up", masa=felt.id, to=400, id="t")
    for _ in range(600):
        if bots.seated == len(clients):
            break
        await asyncio.sleep(0.1)
    else:
        print(f"only {bots.seated} of {len(clients)} have sat down", file=sys.stderr)
    return clients

"""Open Hand History (OHH), the JSON format of PokerTracker and others, version 1.4.

A file (`.ohh`) holds one JSON object per hand, with an empty line between them. Specification:
https://hh-specs.handhistory.org. The amount of an act is what it put in, also for raises.

Numbers are exact decimals on reading and writing, never binary floats. The format cannot hold
house rules; the reader finds rules that pay what the file says was paid.

>>> from pokermasa.histories import ohh
>>> from pokermasa.notation import uci
>>> from pokermasa.histories.record import record
>>> from pokermasa.histories.replay import result
>>> from pokermasa.rules import Blinds, HandDealer
>>> cards = HandDealer(["Kd Kc", "7s 2h", "As Qh"], "Ah 7c 2d 9s 4h")
>>> acts = [uci.read(word) for word in ("RR6", "FO", "AA", "CA")]
>>> history = record([200, 200, 60], 0, Blinds(1, 2), cards, acts, names=["Ann", "Bo", "Cy"])
>>> text = ohh.write(history)
>>> text[:60]
'{"ohh": {"spec_version": "1.4.6", "site_name": "pokermasa", '
>>> '{"number": 0, "amount": 121, "rake": 0, "player_wins": [{"player_id": 2,' in text
True
>>> result(ohh.read(text)) == result(history)
True
"""

from pokermasa.histories.ohh.read import read, read_all
from pokermasa.histories.ohh.write import write, write_all

__all__ = ["read", "read_all", "write", "write_all"]

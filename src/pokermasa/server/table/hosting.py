"""Who runs a home game beside its host, and what waits for a yes: buy-ins for the host's, being
made host for that person's own."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from pokermasa.masa import Side
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account

MOST_CO_HOSTS = 5
MOST_BUY_INS = 100


class Role(StrEnum):
    HOST = "host"
    CO_HOST = "co_host"


class Offer(NamedTuple):
    """Nobody is made host without having said yes."""

    account: Account
    role: Role


class BuyIn(NamedTuple):
    """What a player wants to bring, and the host says yes or no to, as it is."""

    account: Account
    amount: int
    is_top_up: bool = False
    side: Side | None = None
    """To sit down: the one they asked for; any will do with None."""
    posts: bool = False


class Hosting(NamedTuple):
    """Kept with the masa."""

    co_hosts: tuple[Account, ...] = ()
    offers: tuple[Offer, ...] = ()
    """One a person: the last."""
    buy_ins: tuple[BuyIn, ...] = ()
    """One a person: the last."""
    top_ups: tuple[BuyIn, ...] = ()
    """Those the host said yes to, which come between two hands."""

    def is_co_host(self, account: int | None) -> bool:
        return any(one.id == account for one in self.co_hosts)

    def offer_to(self, account: int | None) -> Role | None:
        return next((offer.role for offer in self.offers if offer.account.id == account), None)

    def buy_in_of(self, account: int | None) -> BuyIn | None:
        """What the host has not answered yet."""
        return next((one for one in self.buy_ins if one.account.id == account), None)

    def offered(self, account: Account, role: Role) -> Hosting:
        others = tuple([offer for offer in self.offers if offer.account != account])
        waiting = [offer for offer in others if offer.role is Role.CO_HOST]
        if role is Role.CO_HOST and len(self.co_hosts) + len(waiting) >= MOST_CO_HOSTS:
            raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {MOST_CO_HOSTS} co-hosts")
        if role is Role.HOST:
            # There is one host: who was asked before is asked no longer.
            others = tuple(waiting)
        return self._replace(offers=(*others, Offer(account, role)))

    def asked(self, buy_in: BuyIn) -> Hosting:
        others = tuple([one for one in self.buy_ins if one.account != buy_in.account])
        if len(others) >= MOST_BUY_INS:
            raise Refused(RoomRefusal.NOT_ALLOWED, "too many buy-ins wait for the host already")
        return self._replace(buy_ins=(*others, buy_in))

    def answered(self, account: Account) -> Hosting:
        """Neither offer nor buy-in of theirs waits any more."""
        return self._replace(
            offers=tuple([offer for offer in self.offers if offer.account != account]),
            buy_ins=tuple([one for one in self.buy_ins if one.account != account]),
        )

    def without_offer(self, account: Account) -> Hosting:
        return self._replace(offers=tuple([o for o in self.offers if o.account != account]))

    def without_buy_in(self, account: Account) -> Hosting:
        return self._replace(buy_ins=tuple([one for one in self.buy_ins if one.account != account]))

    def with_co_host(self, account: Account) -> Hosting:
        return self.without_offer(account)._replace(
            co_hosts=(*self.without_co_host(account).co_hosts, account)
        )

    def without_co_host(self, account: Account) -> Hosting:
        return self._replace(co_hosts=tuple([one for one in self.co_hosts if one != account]))

    def gone(self, account: Account) -> Hosting:
        """Whoever is sent away."""
        return self.answered(account).without_co_host(account).topped_up(account)

    def topped_up(self, account: Account) -> Hosting:
        return self._replace(top_ups=tuple([one for one in self.top_ups if one.account != account]))

    def renamed(self, account: Account) -> Hosting:
        def now(one: Account) -> Account:
            return account if one == account else one

        return Hosting(
            tuple([now(one) for one in self.co_hosts]),
            tuple([offer._replace(account=now(offer.account)) for offer in self.offers]),
            tuple([one._replace(account=now(one.account)) for one in self.buy_ins]),
            tuple([one._replace(account=now(one.account)) for one in self.top_ups]),
        )

    # As it is kept: accounts by number

    def to_data(self) -> dict[str, Any]:
        return {
            "co_hosts": [account.id for account in self.co_hosts],
            "offers": [[account.id, role] for account, role in self.offers],
            "buy_ins": [[one.account.id, *one[1:]] for one in self.buy_ins],
            "top_ups": [[one.account.id, *one[1:]] for one in self.top_ups],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], accounts: Mapping[int, Account]) -> Hosting:
        """Without those whose account is gone."""

        def buy_ins(rows: list[list[Any]]) -> tuple[BuyIn, ...]:
            return tuple([BuyIn(accounts[id], *rest) for id, *rest in rows if id in accounts])

        return cls(
            tuple([accounts[id] for id in data["co_hosts"] if id in accounts]),
            tuple([Offer(accounts[id], Role(r)) for id, r in data["offers"] if id in accounts]),
            buy_ins(data["buy_ins"]),
            buy_ins(data["top_ups"]),
        )

    @staticmethod
    def accounts_in(data: Mapping[str, Any]) -> set[int]:
        rows = [*data["offers"], *data["buy_ins"], *data["top_ups"]]
        return set(data["co_hosts"]) | {row[0] for row in rows}

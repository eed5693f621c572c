"""The co-hosts of a home game, the role offers that wait for an answer, and the buy-ins that wait
for the host's approval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pokermasa.masa import Side
from pokermasa.server.protocol.room import Role
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.storage.account import Account

MOST_CO_HOSTS = 5
"""Maximum number of co-hosts of one table, including those with an open offer."""
MOST_BUY_INS = 100
"""Maximum number of buy-ins that wait for the host of one table."""


class Offer(NamedTuple):
    """An offer to become host or co-host. The role is given only after the account has accepted."""

    account: Account
    role: Role


class BuyIn(NamedTuple):
    """A buy-in or top-up that the host has to approve. The host approves or refuses exactly this
    amount."""

    account: Account
    amount: int
    is_top_up: bool = False
    side: Side | None = None
    """The side that the player asked for. None means any free side."""
    posts: bool = False


class Hosting(NamedTuple):
    """Co-hosts, offers and pending buy-ins of one table. They are stored with the masa."""

    co_hosts: tuple[Account, ...] = ()
    offers: tuple[Offer, ...] = ()
    """Offers without an answer, at most one for each account. A new offer replaces the old one."""
    buy_ins: tuple[BuyIn, ...] = ()
    """Buy-ins that wait for approval, at most one for each account. A new one replaces the old
    one."""
    top_ups: tuple[BuyIn, ...] = ()
    """Approved top-ups. The chips are added between two hands."""

    def is_co_host(self, account: int | None) -> bool:
        """Return whether the account is a co-host."""
        return any(one.id == account for one in self.co_hosts)

    def offer_to(self, account: int | None) -> Role | None:
        """Return the role that the account is offered, or None."""
        return next((offer.role for offer in self.offers if offer.account.id == account), None)

    def buy_in_of(self, account: int | None) -> BuyIn | None:
        """Return the account's buy-in that waits for approval, or None."""
        return next((one for one in self.buy_ins if one.account.id == account), None)

    def offered(self, account: Account, role: Role) -> Hosting:
        """Return the value with an offer to the account. Raises `Refused` if there are too many
        co-hosts."""
        others = tuple([offer for offer in self.offers if offer.account != account])
        waiting = [offer for offer in others if offer.role is Role.CO_HOST]
        if role is Role.CO_HOST and len(self.co_hosts) + len(waiting) >= MOST_CO_HOSTS:
            raise Refused(RoomRefusal.NOT_ALLOWED, f"at most {MOST_CO_HOSTS} co-hosts")
        if role is Role.HOST:
            # There is only one host: a new offer cancels an older one to somebody else.
            others = tuple(waiting)
        return self._replace(offers=(*others, Offer(account, role)))

    def asked(self, buy_in: BuyIn) -> Hosting:
        """Return the value with a buy-in that waits for approval. Raises `Refused` if too many are
        waiting."""
        others = tuple([one for one in self.buy_ins if one.account != buy_in.account])
        if len(others) >= MOST_BUY_INS:
            raise Refused(RoomRefusal.NOT_ALLOWED, "too many buy-ins already wait for the host")
        return self._replace(buy_ins=(*others, buy_in))

    def answered(self, account: Account) -> Hosting:
        """Return the value without offers to the account and without its pending buy-in."""
        return self._replace(
            offers=tuple([offer for offer in self.offers if offer.account != account]),
            buy_ins=tuple([one for one in self.buy_ins if one.account != account]),
        )

    def without_offer(self, account: Account) -> Hosting:
        """Return the value without an offer to the account."""
        return self._replace(offers=tuple([o for o in self.offers if o.account != account]))

    def without_buy_in(self, account: Account) -> Hosting:
        """Return the value without a pending buy-in of the account."""
        return self._replace(buy_ins=tuple([one for one in self.buy_ins if one.account != account]))

    def with_co_host(self, account: Account) -> Hosting:
        """Return the value with the account as co-host and without an offer to it."""
        return self.without_offer(account)._replace(
            co_hosts=(*self.without_co_host(account).co_hosts, account)
        )

    def without_co_host(self, account: Account) -> Hosting:
        """Return the value without the account as co-host."""
        return self._replace(co_hosts=tuple([one for one in self.co_hosts if one != account]))

    def gone(self, account: Account) -> Hosting:
        """Return the value without anything that concerns the account, which has left for good."""
        return self.answered(account).without_co_host(account).topped_up(account)

    def topped_up(self, account: Account) -> Hosting:
        """Return the value without an approved top-up of the account."""
        return self._replace(top_ups=tuple([one for one in self.top_ups if one.account != account]))

    def renamed(self, account: Account) -> Hosting:
        """Return the value with the account's new name."""

        def now(one: Account) -> Account:
            return account if one == account else one

        return Hosting(
            tuple([now(one) for one in self.co_hosts]),
            tuple([offer._replace(account=now(offer.account)) for offer in self.offers]),
            tuple([one._replace(account=now(one.account)) for one in self.buy_ins]),
            tuple([one._replace(account=now(one.account)) for one in self.top_ups]),
        )

    # Stored form, with account numbers in place of accounts

    def to_data(self) -> dict[str, Any]:
        return {
            "co_hosts": [account.id for account in self.co_hosts],
            "offers": [[account.id, role] for account, role in self.offers],
            "buy_ins": [[one.account.id, *one[1:]] for one in self.buy_ins],
            "top_ups": [[one.account.id, *one[1:]] for one in self.top_ups],
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any], accounts: Mapping[int, Account]) -> Hosting:
        """Return the stored value. Entries of accounts that no longer exist are left out."""

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
        """Return the numbers of all accounts in the stored value."""
        rows = [*data["offers"], *data["buy_ins"], *data["top_ups"]]
        return set(data["co_hosts"]) | {row[0] for row in rows}

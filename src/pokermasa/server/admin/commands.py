"""The database changes of each admin command.

They are applied by a process of an open room or, for a closed room, by the command line. The
effects on sockets and tables are in follow.py.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from pokermasa.server.accounts import second_factor
from pokermasa.server.accounts.accounts import verify_unlike
from pokermasa.server.accounts.deletion import delete_account
from pokermasa.server.accounts.sessions import add_token, end_sessions
from pokermasa.server.admin import power
from pokermasa.server.look_alike import look
from pokermasa.server.protocol.scope import Scope
from pokermasa.server.refusal import Refused, RoomRefusal
from pokermasa.server.settings import Settings
from pokermasa.server.storage import admin_request, deleted_name, notice, one_time_code, room_order
from pokermasa.server.storage import room_setting as setting
from pokermasa.server.storage import schema as store
from pokermasa.server.storage.account import ADMIN, DELETED, GUEST, HOUSE, name_key, verified_name
from pokermasa.server.storage.admin_request import NOT_ABOUT_PEOPLE, Answer, Command, PendingRequest
from pokermasa.server.storage.erased_name import without
from pokermasa.server.storage.journal import lease, ledger
from pokermasa.server.table.access import Access

MOST_CORRECTED = 10**12
WIDEST = {4: 8, 6: 32}
"""Shortest prefix that may be blocked, by IP version. It prevents blocking half of the internet by
mistake."""
NARROWEST = {4: 32, 6: 64}
"""Longest prefix that is blocked, by IP version. An IPv6 client can use all addresses of its
/64."""
_who = store.account.c


class CommandResult(NamedTuple):
    words: str
    subject: int | None = None


class CommandContext(NamedTuple):
    connection: Connection
    request: PendingRequest
    settings: Settings
    now: int

    def account(self) -> Any:
        """Return the row of the account that the request is about.

        Raises `Refused` if there is none or the admin has no power over it.
        """
        found = self.connection.execute(
            select(store.account)
            .where(_who.name_key == name_key(self.request.about), _who.deleted.is_(None))
            .with_for_update()
        ).first()
        if found is None or found.kind == HOUSE:
            raise Refused(RoomRefusal.NOT_FOUND, self.request.about)
        power.verify_over_account(self.connection, self.request, found.id)
        return found

    def deleted(self) -> int | None:
        """Return the deleted account that had this name, unless another account has it now."""
        name = self.request.about
        if self.connection.execute(select(_who.id).where(_who.name_key == name_key(name))).first():
            return None
        return deleted_name.find_deleted(self.connection, name, self.now)

    def set_deleted(self, account: int, banned: int | None) -> None:
        self.set(account, banned=banned)
        deleted_name.set_banned(self.connection, account, banned is not None, self.now)

    def set(self, account: int, **values: Any) -> None:
        self.connection.execute(update(store.account).where(_who.id == account).values(**values))

    def tell(self, account: int, kind: str, text: str) -> None:
        notice.add(self.connection, account, kind, text, self.now)


def apply(
    connection: Connection,
    request: PendingRequest,
    settings: Settings,
    now: int,
    done: CommandResult | Refused | None = None,
) -> Answer | None:
    """Apply the request, store its answer and write the log, in one transaction.

    Return None if another process has answered it. *done* is the result if a table has carried out
    the request already.
    """
    if not admin_request.claim(connection, request.id):
        return None
    logged = request
    if _is_deleted(connection, request, now):
        logged = request._replace(about=DELETED)
        admin_request.set_about(connection, request.id, DELETED)
    try:
        with connection.begin_nested():
            if isinstance(done, Refused):
                raise done
            power.verify_may(connection, request)
            if done is None:
                done = COMMANDS[request.command](CommandContext(connection, request, settings, now))
            given = Answer(done.words)
            if not admin_request.answer(connection, logged, given, done.subject, now):
                raise _AnsweredAlready
    except _AnsweredAlready:
        return None
    except Refused as refused:
        text = str(refused) if logged is request else without(str(refused), [request.about])
        given = Answer(text, refused.code.name)
        return given if admin_request.answer(connection, logged, given, None, now) else None
    return given


def _is_deleted(connection: Connection, request: PendingRequest, now: int) -> bool:
    """Whether the request names a deleted account. The name must then not appear in the log."""
    if request.command in NOT_ABOUT_PEOPLE:
        return False
    known = select(_who.id).where(_who.name_key == name_key(request.about))
    if connection.execute(known).first():
        return False
    return deleted_name.find_deleted(connection, request.about, now) is not None


class _AnsweredAlready(Exception):
    """Raised to roll back the command, because another process has answered the request."""


# Admins and secrets


def promote(context: CommandContext) -> CommandResult:
    account = context.account()
    if account.kind == GUEST:
        raise Refused(RoomRefusal.NOT_ALLOWED, "a guest has no password: register the name first")
    if account.role == ADMIN:
        raise Refused(RoomRefusal.NOT_ALLOWED, f"{account.name} is an admin already")
    context.set(account.id, role=ADMIN)
    context.tell(account.id, "role", "you are an admin of this room now")
    return CommandResult(f"{account.name} is an admin", account.id)


def demote(context: CommandContext) -> CommandResult:
    account = context.account()
    if account.role != ADMIN:
        raise Refused(RoomRefusal.NOT_ALLOWED, f"{account.name} is no admin")
    context.set(account.id, role=None)
    context.tell(account.id, "role", "you are no admin of this room any more")
    return CommandResult(f"{account.name} is no admin any more", account.id)


def token(context: CommandContext) -> CommandResult:
    """Stores a token for the account.

    The shell made the secret; only its digest arrives here.
    """
    account, value = context.account(), context.request.value
    power.verify_in_no_hand(context.connection, account.id)
    scopes = [Scope(word) for word in value["scopes"]]
    end_sessions(
        context.connection,
        (store.session.c.account == account.id) & (store.session.c.kind == "browser"),
    )
    add_token(context.connection, account.id, value["label"], scopes, context.now, value["digest"])
    context.tell(account.id, "token", "the operator of this room has made a token for your account")
    return CommandResult(f"{account.name} has a new token", account.id)


def reset(context: CommandContext) -> CommandResult:
    account, value = context.account(), context.request.value
    if account.kind == GUEST:
        raise Refused(RoomRefusal.NOT_ALLOWED, "a guest has no password")
    if account.banned is not None:
        raise Refused(RoomRefusal.BANNED)
    power.verify_in_no_hand(context.connection, account.id)
    also = ""
    if value.get("second_factor"):
        if context.request.asker.account is not None:
            # With the code alone, the receiver could log in without anything that the owner has.
            raise Refused(
                RoomRefusal.NOT_ALLOWED, "only the command line can remove a second factor"
            )
        if not second_factor.drop(context.connection, account.id):
            raise Refused(RoomRefusal.NO_SECOND_FACTOR, f"{account.name} has no second factor")
        also = " and dropped your second factor"
    end_sessions(context.connection, store.session.c.account == account.id)
    context.set(account.id, password=None)
    one_time_code.add(
        context.connection,
        value["digest"],
        one_time_code.RESET,
        account.id,
        context.now,
        value["hours"],
    )
    context.tell(account.id, "reset", f"the operator of this room has reset your password{also}")
    rest = ", without a second factor" if also else ""
    text = f"{account.name} is logged out and chooses a new password by the code{rest}"
    return CommandResult(text, account.id)


# Accounts


def ban(context: CommandContext) -> CommandResult:
    gone = context.deleted()
    if gone is not None:
        context.set_deleted(gone, context.now)
        return CommandResult("that account is deleted: its name stays reserved for ever", gone)
    account = context.account()
    if account.banned is not None:
        raise Refused(RoomRefusal.NOT_ALLOWED, f"{account.name} is banned already")
    end_sessions(context.connection, store.session.c.account == account.id)
    context.connection.execute(delete(store.code).where(store.code.c.account == account.id))
    context.set(account.id, banned=context.now)
    room_order.call_off_hosted(context.connection, account.id, context.now)
    is_now = context.request.value.get("now", False)
    rest = "the hand is cut short" if is_now else "a hand in play is finished first"
    return CommandResult(
        f"{account.name} is banned; {rest}, and chips on tables return to the account", account.id
    )


def unban(context: CommandContext) -> CommandResult:
    gone = context.deleted()
    if gone is not None:
        context.set_deleted(gone, None)
        days = deleted_name.DAYS
        return CommandResult(
            f"that account is deleted: its name is free again in {days} days", gone
        )
    account = context.account()
    if account.banned is None:
        raise Refused(RoomRefusal.NOT_ALLOWED, f"{account.name} is not banned")
    context.set(account.id, banned=None)
    return CommandResult(f"{account.name} may log in again", account.id)


def delete_it(context: CommandContext) -> CommandResult:
    account = context.account()
    delete_account(context.connection, account.id, context.now)
    # The answer is stored, so it must not contain the name.
    return CommandResult(
        "the account is deleted; its name is removed from all stored data", account.id
    )


def rename(context: CommandContext) -> CommandResult:
    account = context.account()
    shown = verified_name(str(context.request.value["to"]))
    verify_unlike(context.connection, shown, context.now, account.id)
    deleted_name.keep_renamed(context.connection, account.id, shown, context.now)
    try:
        with context.connection.begin_nested():
            context.set(account.id, name=shown, name_key=name_key(shown), look=look(shown))
    except IntegrityError:
        raise Refused(RoomRefusal.NAME_TAKEN) from None
    context.tell(account.id, "renamed", f"the operator of this room has renamed you to {shown}")
    return CommandResult(f"{account.name} is {shown} from now on", account.id)


def silence(context: CommandContext) -> CommandResult:
    account = context.account()
    is_to_be = context.request.command is Command.SILENCE
    if (account.silenced is not None) == is_to_be:
        now = "silenced already" if is_to_be else "not silenced"
        raise Refused(RoomRefusal.NOT_ALLOWED, f"{account.name} is {now}")
    context.set(account.id, silenced=context.now if is_to_be else None)
    return CommandResult(f"{account.name} may {'not ' * is_to_be}chat", account.id)


def balance(context: CommandContext) -> CommandResult:
    """Corrects the chips of the account. Stacks on tables are not affected."""
    account, amount = context.account(), context.request.value["amount"]
    if not isinstance(amount, int) or not 0 < abs(amount) <= MOST_CORRECTED:
        raise Refused(
            RoomRefusal.UNREADABLE,
            f"the change must be a number of chips, like +500 or -200, not {amount}",
        )
    book = ledger.of_account(account.id)
    ledger.book(
        context.connection,
        f"correction:{context.request.id}",
        "correction",
        {book: amount, ledger.BANK: -amount},
        context.now,
    )
    left = ledger.balance(context.connection, book)
    context.tell(account.id, "balance", f"your chips were corrected by {amount:+}")
    return CommandResult(f"{account.name} has {left} chips, {amount:+}", account.id)


# Tables and tournaments


def close(context: CommandContext) -> CommandResult:
    """Marks a table of a closed room. It is closed after the hand when the room opens.

    In an open room the table itself does this: see requests.py.
    """
    id, masa = context.request.about, store.masa.c
    verify_closable(context.connection, context.request)
    # A process that takes over the table from now on reads the new terms.
    shell_lease = lease.take(
        context.connection, id, "shell", context.now, context.settings.lease_ms
    )
    row = context.connection.execute(select(masa.terms).where(masa.id == id)).one()
    terms = Access.model_validate_json(row.terms).replace(closing=True).model_dump_json()
    context.connection.execute(update(store.masa).where(masa.id == id).values(terms=terms))
    lease.give_back(context.connection, [shell_lease])
    return CommandResult(f"table {id} is closed when the room opens, after the hand in play")


def verify_closable(connection: Connection, request: PendingRequest) -> None:
    masa = store.masa.c
    found = connection.execute(
        select(masa.closed, masa.tournament).where(masa.id == request.about)
    ).first()
    if found is None or found.closed is not None:
        raise Refused(RoomRefusal.NOT_FOUND, f"an open table {request.about}")
    if found.tournament is not None:
        raise Refused(RoomRefusal.TOURNAMENT_TABLE, f"cancel tournament {found.tournament}")
    power.verify_over_game(connection, request, request.about)


def call_off(context: CommandContext) -> CommandResult:
    id = context.request.about
    power.verify_over_game(context.connection, context.request, id)
    room_order.give(context.connection, id, str(context.request.command), context.now)
    return CommandResult(f"tournament {id} ends when the hands that are played are over")


def order_about_entry(context: CommandContext) -> CommandResult:
    """Carries out an admin's order about one player, under the rules for directors
    (`director/orders/authority.py`)."""
    request = context.request
    id, name = request.about, str(request.value["to"])
    power.verify_over_game(context.connection, request, id)
    found = context.connection.execute(
        select(_who.id, _who.kind).where(_who.name_key == name_key(name), _who.deleted.is_(None))
    ).first()
    if found is None or found.kind == HOUSE:
        raise Refused(RoomRefusal.NOT_FOUND, "no such player")
    power.verify_over_account(context.connection, request, found.id)
    number = request.value["number"]
    room_order.give_about(
        context.connection, id, str(request.command), found.id, number, context.now
    )
    effect = ENTRY_EFFECTS[request.command].format(number=number)
    text = f"Tournament {id}: when your hand is over, {effect}. Reason: {request.reason[:150]}."
    context.tell(found.id, notice.DIRECTOR, f"{text} Ask the operator of this room.")
    return CommandResult("the order takes effect when the hand is over", found.id)


ENTRY_EFFECTS = {
    Command.MOVE: "you move to table {number}",
    Command.PENALISE: "you miss {number} hands: you are dealt in and folded in turn",
    Command.DISQUALIFY: "you are disqualified, and your entry is paid nothing",
}


# The room


def block(context: CommandContext) -> CommandResult:
    power.verify_over_everybody(context.connection, context.request)
    network = str(_network(context.request.about))
    known = select(store.blocked.c.network).where(store.blocked.c.network == network)
    if context.connection.execute(known).first():
        raise Refused(RoomRefusal.NOT_ALLOWED, f"{network} is blocked already")
    context.connection.execute(insert(store.blocked).values(network=network, made=context.now))
    return CommandResult(f"connections from {network} are refused")


def unblock(context: CommandContext) -> CommandResult:
    power.verify_over_everybody(context.connection, context.request)
    network = str(_network(context.request.about))
    here = store.blocked.c.network == network
    if context.connection.execute(delete(store.blocked).where(here)).rowcount != 1:
        raise Refused(RoomRefusal.NOT_FOUND, f"{network} is not blocked")
    return CommandResult(f"{network} is not blocked any more")


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        message = f"{text[:60]!r} is no address or range, like 192.0.2.7 or 2001:db8::/48"
        raise Refused(RoomRefusal.UNREADABLE, message) from None
    if found.prefixlen < WIDEST[found.version]:
        message = f"{found} is too wide: at least /{WIDEST[found.version]}"
        raise Refused(RoomRefusal.UNREADABLE, message)
    if found.prefixlen > NARROWEST[found.version]:
        found = found.supernet(new_prefix=NARROWEST[found.version])
    if found.overlaps(ip_network("127.0.0.0/8" if found.version == 4 else "::/64")):
        raise Refused(RoomRefusal.UNREADABLE, f"{found} is this machine itself, or its proxy")
    return found


def announce(context: CommandContext) -> CommandResult:
    text = context.request.about.strip()
    setting.put(context.connection, setting.ANNOUNCEMENT, text, context.now)
    return CommandResult("announced to everybody" if text else "the announcement was removed")


def signups(context: CommandContext) -> CommandResult:
    mode = context.request.about
    if mode not in setting.SIGNUP_MODES:
        message = f"{mode[:40]!r}: {', '.join(setting.SIGNUP_MODES)}"
        raise Refused(RoomRefusal.UNREADABLE, message)
    setting.put(context.connection, setting.SIGNUPS, mode, context.now)
    return CommandResult(f"signups: {mode}")


def invite(context: CommandContext) -> CommandResult:
    value = context.request.value
    one_time_code.add(
        context.connection,
        value["digest"],
        one_time_code.INVITATION,
        None,
        context.now,
        value["hours"],
    )
    return CommandResult("an invitation for one new account")


def settle(context: CommandContext) -> CommandResult:
    """Marks the reports of a chat line as settled."""
    text = context.request.about.strip()
    chat, report = store.chat.c, store.report.c
    id = int(text) if text.isdecimal() and len(text) < 19 else 0
    open_ones = (report.chat == id) & report.settled.is_(None)
    said_by = context.connection.execute(
        select(chat.account).join(store.report, report.chat == chat.id).where(open_ones)
    ).scalar()
    if said_by is None:
        raise Refused(RoomRefusal.NOT_FOUND, f"an open report of line {text[:40]!r}")
    power.verify_over_account(context.connection, context.request, said_by)
    context.connection.execute(update(store.report).where(open_ones).values(settled=context.now))
    return CommandResult(f"line {id} is seen to")


COMMANDS: dict[Command, Callable[[CommandContext], CommandResult]] = {
    Command.PROMOTE: promote,
    Command.DEMOTE: demote,
    Command.TOKEN: token,
    Command.RESET: reset,
    Command.BAN: ban,
    Command.UNBAN: unban,
    Command.DELETE: delete_it,
    Command.BLOCK: block,
    Command.UNBLOCK: unblock,
    Command.RENAME: rename,
    Command.SILENCE: silence,
    Command.UNSILENCE: silence,
    Command.BALANCE: balance,
    Command.CLOSE: close,
    Command.CANCEL: call_off,
    Command.REFUND: call_off,
    Command.MOVE: order_about_entry,
    Command.PENALISE: order_about_entry,
    Command.DISQUALIFY: order_about_entry,
    Command.ANNOUNCE: announce,
    Command.SIGNUPS: signups,
    Command.INVITE: invite,
    Command.SETTLE: settle,
}

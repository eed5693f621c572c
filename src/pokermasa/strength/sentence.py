"""Descriptions of hand ranks in English and Chinese. Every hand rank has its own sentence."""

from collections.abc import Sequence

from pokermasa.cards.card import RANK_NAMES
from pokermasa.strength.category import STRONGEST, Category
from pokermasa.strength.hand_ranking import hand_ranking

_CHINESE_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def english(number: int) -> str:
    """Return the English description of a hand rank from 1 to 7462.

    >>> english(7462), english(7461)
    ('royal flush', 'straight flush, king high')
    >>> english(1278)
    'pair of twos, five, four and three kickers'
    """
    category = Category.from_rank(number)
    a, b, c, d, e = (RANK_NAMES[rank - 2] for rank in hand_ranking()[number])
    match category:
        case Category.HIGH_CARD:
            detail = f"{a}, {_kickers(b, c, d, e)}"
        case Category.ONE_PAIR:
            return f"pair of {_plural(a)}, {_kickers(c, d, e)}"
        case Category.TWO_PAIR:
            detail = f"{_plural(a)} and {_plural(c)}, {_kickers(e)}"
        case Category.THREE_OF_A_KIND:
            detail = f"{_plural(a)}, {_kickers(d, e)}"
        case Category.FLUSH:
            detail = f"{a} high, then {_list([b, c, d, e])}"
        case Category.FULL_HOUSE:
            detail = f"{_plural(a)} full of {_plural(d)}"
        case Category.FOUR_OF_A_KIND:
            detail = f"{_plural(a)}, {_kickers(e)}"
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            if number == STRONGEST:
                return "royal flush"
            detail = f"{a} high"
    return f"{category.english}, {detail}"


def _plural(name: str) -> str:
    return name + ("es" if name == "six" else "s")


def _list(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _kickers(*names: str) -> str:
    return _list(names) + (" kicker" if len(names) == 1 else " kickers")


def chinese(number: int) -> str:
    """Return the Chinese description of a hand rank from 1 to 7462.

    >>> chinese(7462), chinese(7461)
    ('皇家同花顺', '同花顺，K高')
    >>> chinese(1278)
    '一对2，踢脚牌5、4、3'
    """
    category = Category.from_rank(number)
    a, b, c, d, e = (_CHINESE_RANKS[rank - 2] for rank in hand_ranking()[number])
    match category:
        case Category.HIGH_CARD:
            detail = f"{a}，踢脚牌{b}、{c}、{d}、{e}"
        case Category.ONE_PAIR:
            detail = f"{a}，踢脚牌{c}、{d}、{e}"
        case Category.TWO_PAIR:
            detail = f"，{a}和{c}，踢脚牌{e}"
        case Category.THREE_OF_A_KIND:
            detail = f"{a}，踢脚牌{d}、{e}"
        case Category.FLUSH:
            detail = f"，{a}高，其次{b}、{c}、{d}、{e}"
        case Category.FULL_HOUSE:
            detail = f"，三张{a}带一对{d}"
        case Category.FOUR_OF_A_KIND:
            detail = f"{a}，踢脚牌{e}"
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            if number == STRONGEST:
                return "皇家同花顺"
            detail = f"，{a}高"
    return category.chinese + detail

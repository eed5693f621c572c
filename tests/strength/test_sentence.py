"""Descriptions of hands in English and Chinese."""

from pokermasa.strength import Category, HandValue, evaluate
from tests.cases import each

WORDS = [
    (
        "As Kd 9h 7c 4s",
        "high card, ace, king, nine, seven and four kickers",
        "高牌A，踢脚牌K、9、7、4",
    ),
    ("6s 6d Kh 9c 4s", "pair of sixes, king, nine and four kickers", "一对6，踢脚牌K、9、4"),
    ("As Ad 9h 9c Ks", "two pair, aces and nines, king kicker", "两对，A和9，踢脚牌K"),
    ("7s 7d 7h Kc 4s", "three of a kind, sevens, king and four kickers", "三条7，踢脚牌K、4"),
    ("Ts 9d 8h 7c 6s", "straight, ten high", "顺子，10高"),
    ("As 2d 3h 4c 5s", "straight, five high", "顺子，5高"),
    (
        "Ah Kh 9h 7h 4h",
        "flush, ace high, then king, nine, seven and four",
        "同花，A高，其次K、9、7、4",
    ),
    ("Ks Kd Kh 7c 7s", "full house, kings full of sevens", "葫芦，三张K带一对7"),
    ("9s 9d 9h 9c As", "four of a kind, nines, ace kicker", "四条9，踢脚牌A"),
    ("Th 9h 8h 7h 6h", "straight flush, ten high", "同花顺，10高"),
    ("As Ks Qs Js Ts", "royal flush", "皇家同花顺"),
]


@each(("cards", "english", "chinese"), WORDS)
def test_descriptions_of_example_hands(cards: str, english: str, chinese: str) -> None:
    value = evaluate(cards)
    assert value.sentence == str(value) == english
    assert value.chinese == chinese


def test_no_two_numbers_share_a_sentence() -> None:
    values = [HandValue(number) for number in range(1, 7463)]
    assert len({value.sentence for value in values}) == 7462
    assert len({value.chinese for value in values}) == 7462


def test_categories_have_english_and_chinese_names() -> None:
    assert [(category.english, category.chinese) for category in Category] == [
        ("high card", "高牌"),
        ("one pair", "一对"),
        ("two pair", "两对"),
        ("three of a kind", "三条"),
        ("straight", "顺子"),
        ("flush", "同花"),
        ("full house", "葫芦"),
        ("four of a kind", "四条"),
        ("straight flush", "同花顺"),
    ]

"""Loading hands from files and folders, and saving them."""

from pathlib import Path

import pytest

from pokermasa.histories import Hands, History, HistoryError, Stats, load, phh, save
from pokermasa.histories.formats import WRITTEN
from tests.test_house import REPOSITORY

PLAYED = REPOSITORY / "tests" / "hands"


@pytest.fixture(scope="module")
def hands() -> Hands:
    return load(PLAYED / "played.phhs")


def test_file_of_any_format_is_loaded_and_saved(hands: Hands, tmp_path: Path) -> None:
    some = hands[:3]
    for suffix in (".phhs", ".txt", ".ohh"):
        save(tmp_path / f"hands{suffix}", some)
        again = load(tmp_path / f"hands{suffix}")
        assert [hand.names for hand in again] == [hand.names for hand in some], suffix
        assert [hand.board for hand in again] == [hand.board for hand in some], suffix
    assert len(load(str(PLAYED / "match.log"))) == 30
    save(tmp_path / "one.phh", hands[0])
    assert load(tmp_path / "one.phh")[0].story == hands[0].story
    assert len(WRITTEN) == 4, "a new format is loaded and saved too"


def test_folder_is_read_with_those_below_it_and_other_files_are_left_alone(
    hands: Hands, tmp_path: Path
) -> None:
    below = tmp_path / "2024" / "may"
    below.mkdir(parents=True)
    save(below / "a.phhs", hands[:2])
    save(tmp_path / "b.phhs", hands[2:3])
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n")
    (tmp_path / "notes.md").write_text("not hands")
    loaded = load(tmp_path)
    assert (len(loaded), loaded.errors) == (3, ())


def test_file_of_a_folder_that_has_no_hands_is_among_the_errors_with_its_name(
    hands: Hands, tmp_path: Path
) -> None:
    save(tmp_path / "hands.phhs", hands[:2])
    (tmp_path / "letter.txt").write_text("Dear Ann,\nhow are you?\n")
    (tmp_path / "settings.json").write_text('{"volume": 11}')
    loaded = load(tmp_path)
    assert len(loaded) == 2
    said = "\n".join(map(str, loaded.errors))
    assert "letter.txt: " in said
    assert "settings.json: " in said


def test_hand_in_two_files_is_loaded_once(hands: Hands, tmp_path: Path) -> None:
    numbered = [hand.replace(fields={**hand.fields, "hand": 7}) for hand in hands[:1]]
    save(tmp_path / "a.phhs", numbered)
    save(tmp_path / "b.phhs", numbered)
    assert len(load(tmp_path)) == 1


def test_a_file_without_a_hand_is_refused_with_a_message(tmp_path: Path) -> None:
    (tmp_path / "empty.phh").write_text("")
    with pytest.raises(HistoryError, match="there is no hand in"):
        load(tmp_path / "empty.phh")
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing.phh")
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    with pytest.raises(HistoryError, match=r"no file of hands is in .*nothing: they end in \.phh"):
        load(nothing)
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)))
    with pytest.raises(HistoryError):
        load(tmp_path / "binary.txt")


def test_file_that_cannot_be_saved_is_refused_and_stays_as_it_was(
    hands: Hands, tmp_path: Path
) -> None:
    file = tmp_path / "a.phh"
    save(file, hands[0])
    before = file.read_text()
    for wrong, text in (
        (hands[:2], "a.phh: it holds one hand, not 2; write .phhs"),
        ([], "a.phh: no hand was given"),
        (["text"], "a History was expected"),
    ):
        with pytest.raises(HistoryError, match=text):
            save(file, wrong)  # type: ignore[arg-type]
        assert file.read_text() == before
    with pytest.raises(HistoryError, match=r"a\.pdf does not say in which format: end it in"):
        save(tmp_path / "a.pdf", hands[0])
    with pytest.raises(HistoryError, match=r"a\.log does not say"):
        save(tmp_path / "a.log", hands[0])


def test_statistics_are_taken_of_loaded_hands(hands: Hands) -> None:
    stats = Stats.from_hands(hands, by_position=True)
    assert stats.hands == len(hands)
    records = stats.to_records()
    assert records[0]["position"] is None
    assert {record["player"] for record in records} == {n for hand in hands for n in hand.names}
    assert sum(r["hands"] for r in records if r["position"] is None) == sum(
        hand.players for hand in hands
    )


def test_hands_are_a_sequence(hands: Hands) -> None:
    assert isinstance(hands[0], History)
    assert isinstance(hands[1:], Hands)
    assert hands[-1] == list(hands)[-1]
    assert phh.read(phh.write(hands[0])).story == hands[0].story

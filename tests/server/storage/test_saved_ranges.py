"""Tests of saved ranges: they are private, limited in number, readable, and not available
during a hand."""

import asyncio
from pathlib import Path

import pytest

from pokermasa.server.storage import saved_ranges
from tests.server.study.test_study import get, post, run
from tests.server.whole_room.test_faults import Felt
from tests.server.wired import Hall


@pytest.mark.both_stores
def test_a_range_is_saved_in_its_shortest_form_changed_and_deleted(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        ann, bo = await hall.guest(), await hall.guest()
        made = await post(hall, "/api/ranges", ann, name="  late   open ", text="AA, KK, QQ, AKs")
        assert made.status_code == 201, made.text
        data = made.json()
        assert (data["name"], data["text"], data["combos"]) == ("late open", "QQ+, AKs", 22)
        assert (len(data["grid"]), data["grid"][0][1]) == (13, 1)
        read = (await post(hall, "/api/tools/range", ann, text="QQ+, AKs")).json()
        assert {key: data[key] for key in read} == read
        assert (await get(hall, "/api/ranges", ann)).json() == [data]
        assert (await get(hall, "/api/ranges", bo)).json() == []
        again = await post(hall, "/api/ranges", ann, name="late open", text="AA")
        assert (again.status_code, again.json()["code"]) == (409, "NAME_TAKEN")
        assert (await post(hall, "/api/ranges", bo, name="late open", text="AA")).status_code == 201
        async with hall.client(bo) as client:
            path = f"/api/ranges/{data['id']}"
            body = {"name": "mine", "text": "AA"}
            assert (await client.put(path, json=body)).status_code == 404
            assert (await client.delete(path)).status_code == 404
        async with hall.client(ann) as client:
            changed = await client.put(path, json={"name": "open", "text": "22+"})
            assert (changed.json()["name"], changed.json()["text"]) == ("open", "22+")
            wrong = await client.put(path, json={"name": "open", "text": "AKx"})
            assert wrong.json()["code"] == "BAD_QUESTION"
            assert "'x' at character 3" in wrong.json()["message"]
            assert (await client.get("/api/ranges")).json() == [changed.json()]
            assert (await client.delete(path)).status_code == 204
            assert (await client.delete(path)).status_code == 404
            for id in ("0", "-1", "x", str(2**60)):
                assert (await client.delete(f"/api/ranges/{id}")).status_code == 422
        for body in ({"name": "", "text": "AA"}, {"name": "x" * 61, "text": "AA"}, {"name": "x"}):
            assert (await post(hall, "/api/ranges", ann, **body)).status_code == 422
        assert (await post(hall, "/api/ranges", ann, name="\u200b", text="AA")).status_code == 422

    run(tmp_path, main)


def test_the_number_of_ranges_is_limited_also_for_concurrent_requests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(hall: Hall) -> None:
        ann = await hall.guest()
        answers = await asyncio.gather(
            *[post(hall, "/api/ranges", ann, name=f"range {n}", text="AA") for n in range(5)]
        )
        assert sorted(answer.status_code for answer in answers) == [201, 201, 201, 409, 409]
        codes = {answer.json()["code"] for answer in answers if answer.status_code == 409}
        assert codes == {"TOO_MANY_RANGES"}

    monkeypatch.setattr(saved_ranges, "RANGES_AN_ACCOUNT", 3)
    run(tmp_path, main)


def test_ranges_profiles_solver_and_links_are_refused_during_a_hand(tmp_path: Path) -> None:
    async def main(hall: Hall) -> None:
        felt = await Felt.laid(hall)
        await felt.room.deal()
        while (side := felt.room.state.masa.to_act) is not None:
            await felt.lines[side].ask(
                do="act", masa=felt.masa, act="FO", turn=felt.room.act_clock.token
            )
        ada = felt.secrets[0]
        (line,) = (await get(hall, "/api/hands", ada)).json()
        name = (await get(hall, "/api/me", felt.secrets[1])).json()["name"]
        link = (await post(hall, f"/api/hands/{line['id']}/shares", ada)).json()["id"]
        saved = (await post(hall, "/api/ranges", ada, name="open", text="22+")).json()["id"]
        paths = (
            f"/api/players/{name}",
            "/api/ranges",
            f"/api/hands/{line['id']}/solution?stack=7",
            f"/api/shares/{link}/analysis",
            f"/api/shares/{link}/solution?stack=7",
        )
        for path in paths:  # The solver refuses a hand that ended before the flop.
            is_solved = "solution" in path
            assert (await get(hall, path, ada)).status_code == (422 if is_solved else 200), path
        await felt.room.deal()
        for path in paths:
            answer = await get(hall, path, ada)
            assert (answer.status_code, answer.json()["code"]) == (409, "IN_HAND"), path
        answer = await post(hall, "/api/ranges", ada, name="shove", text="22+")
        assert answer.json()["code"] == "IN_HAND"
        async with hall.client(ada) as client:
            body = {"name": "x", "text": "22+"}
            answer = await client.put(f"/api/ranges/{saved}", json=body)
            assert answer.json()["code"] == "IN_HAND"
        shared = f"/api/shares/{link}/analysis"
        assert (await get(hall, shared)).status_code == 200, "a stranger may"
        assert (await get(hall, shared, felt.secrets[3])).status_code == 200
        assert (await get(hall, f"/api/shares/{link}/solution?stack=7")).status_code == 401

    run(tmp_path, main)

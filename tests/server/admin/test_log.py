"""Tests of log messages about faults outside the room: each names the cause, and its end is
logged too."""

import asyncio
import logging
import shutil
from pathlib import Path
from typing import Any

import pytest

from pokermasa.server import log
from pokermasa.server.refusal import Refused
from pokermasa.server.sealed_file import NoKey, new_key
from tests.server.service import started
from tests.server.whole_room.test_faults import pragma
from tests.server.wired import opened


@pytest.mark.sqlite_only("a file can be given no more pages")
def test_a_full_disk_is_logged_and_its_end_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> list[str]:
        async with opened(tmp_path) as hall:
            writer = hall.lobby.writer
            pages = await writer.write(pragma("page_count"))
            await writer.write(pragma(f"max_page_count={pages}"))
            for _ in range(2):
                with pytest.raises(Refused):
                    await writer.write(
                        lambda c: c.exec_driver_sql(
                            "CREATE TABLE large AS SELECT zeroblob(9000000) AS x"
                        )
                    )
            hall.clock.pass_time(30)
            for _ in range(2):
                await writer.write(pragma("max_page_count=1000000"))
            return [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING]

    assert asyncio.run(main()) == [
        "nothing could be written: OperationalError: database or disk is full",
        "nothing could be written: OperationalError: database or disk is full",
        "writing works again, after 30 s",
    ]


def test_a_failed_backup_is_logged_with_its_reason(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    key, folder = tmp_path / "backup.key", tmp_path / "folder"
    new_key(key)
    plan: Any = {"backup_folder": folder, "backup_key": key}

    async def main() -> None:
        async with opened(tmp_path / "room", **plan) as hall:
            shutil.rmtree(folder, ignore_errors=True)
            folder.write_text("a file where the folder should be")
            await hall.app.state.admin._back_up()
            key.chmod(0o644)
            folder.unlink()
            await hall.app.state.admin._back_up()

    asyncio.run(main())
    assert [one for one in caplog.messages if "backup" in one] == [
        f"no backup could be taken: FileExistsError: File exists: {folder}",
        f"no backup could be taken: NoKey: {key} can be read by others: chmod 600 {key}",
    ]


def test_messages_that_may_hold_values_are_not_logged() -> None:
    assert log.reason(ValueError("As Kd")) == "ValueError"
    assert log.reason(KeyError("As Kd")) == "KeyError"
    assert log.reason(NoKey("no key")) == "NoKey: no key"


@pytest.mark.parametrize(
    "workers",
    ["1", pytest.param("2", marks=pytest.mark.soak)],  # three processes start
)
def test_an_orderly_stop_logs_no_warning(tmp_path: Path, workers: str) -> None:
    with started(tmp_path, "--workers", workers, HOUSE_TABLES="true", LEASE_MS="1000") as room:
        assert "open, with 4 tables" in room.log
    lines = [line for line in room.log.splitlines() if "runs as root" not in line]
    assert lines[-1].endswith(("closed", "ended (0)"))
    assert [line for line in lines if "INFO" not in line] == []

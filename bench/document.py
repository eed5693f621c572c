"""Writes docs/benchmarks.md from the rows of one run with every part and every peer.

    python -m bench --json > run.jsonl            (or part by part: --only NAME --json >> run.jsonl)
    python -m bench.document run.jsonl

Between `<!-- bench: NAME NAME -->` and `<!-- end -->` the page gets a table of those parts. The
text around them does not change.
"""

import json
import re
import sys
from pathlib import Path

from bench.row import Row, cells

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
TABLE = re.compile(r"(<!-- bench: ([a-z_ ]+) -->\n).*?(<!-- end -->)", re.DOTALL)
HEAD = "| | pokermasa | beside | its | times | |\n| --- | ---: | --- | ---: | ---: | --- |"


def written(page: str, lines: list[str]) -> str:
    """Return the page with tables of *rows*, each a line of JSON. If a part was measured twice, the
    later result counts.
    """
    parts: dict[str, dict[tuple[str, str], Row]] = {}
    for line in lines:
        row = json.loads(line)
        row.pop("ratio")
        part = parts.setdefault(row.pop("part"), {})
        part[row["what"], row["peer"]] = Row(**row)
    result = set(" ".join(names for _, names, _ in TABLE.findall(page)).split())
    if result != set(parts):
        wrong = ", ".join(sorted(result ^ set(parts)))
        raise SystemExit(f"the page and the run do not have the same parts: {wrong}")

    def table(found: re.Match[str]) -> str:
        rows = [row for name in found[2].split() for row in parts[name].values()]
        body = "\n".join(markdown(row) for row in rows)
        return f"{found[1]}\n{HEAD}\n{body}\n\n{found[3]}"

    return TABLE.sub(table, page)


def markdown(row: Row) -> str:
    return "| " + " | ".join(cells(row)) + " |"


def main() -> None:
    lines = [line for path in sys.argv[1:] for line in Path(path).read_text("utf-8").splitlines()]
    PAGE.write_text(written(PAGE.read_text("utf-8"), lines), "utf-8")


if __name__ == "__main__":
    main()

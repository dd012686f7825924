"""Digests of the tables of all studies at the smoke scale, as 0.1.0 made them: figures must stay as they are.

`smoke_digests.json` has one digest per table: of its CSV file without the column `seconds`, which no two runs share.
Left out is Blokus's table `thinking`, whose figures are times. A whole run can be checked by hand, about five minutes:

    for paper in clobber konane reversi checkers blokus adaptive; do
        papamu reproduce $paper --scale smoke --runs RUNS --csv CSV/$paper
    done
    python -m tests.papers.smoke_digests CSV
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import sys
from pathlib import Path

DIGESTS: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("smoke_digests.json").read_text(encoding="utf-8")
)


def digest(table: str) -> str:
    """The digest of a table's CSV text."""
    lines = [[value for name, value in line.items() if name != "seconds"] for line in read(table)]
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()[:16]


def read(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table)))


def main(folder: Path) -> int:
    """Compare a folder with one folder of CSV files per study; the exit code says whether all are equal."""
    different = []
    for study, tables in DIGESTS.items():
        for name, expected in tables.items():
            path = folder / study / f"{name}.csv"
            if not path.is_file() or digest(path.read_text(encoding="utf-8")) != expected:
                different.append(str(path))
    count = sum(map(len, DIGESTS.values()))
    print(f"{count - len(different)} of {count} tables are as in 0.1.0", *different, sep="\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

"""Reproduce a published table: the figures of the paper next to ours.

    python examples/published_table.py
    python examples/published_table.py clobber 5.1 5.2 --scale paper
    python examples/published_table.py konane --scale smoke

By default it is Table 5.1 of the Clobber thesis at the scale `smoke`: two of its entries with 100 games each, in three
seconds, to see that it works. `laptop` takes minutes, `paper` is the published size: only these agree or disagree.
Finished entries are kept in `runs/` and never computed twice.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import papamu


def main(arguments: Sequence[str] | None = None) -> None:
    """Reproduce, print, and judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("study", nargs="?", default="clobber", help="which study: papamu papers lists them")
    parser.add_argument("tables", nargs="*", help="which tables (default: 5.1 of clobber, else all)")
    parser.add_argument("--scale", default="smoke", help="smoke, laptop or paper")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="the folder for finished entries")
    chosen = parser.parse_args(arguments)

    tables = chosen.tables or (["5.1"] if chosen.study == "clobber" else [])
    report = papamu.reproduce(chosen.study, tables=tables, scale=chosen.scale, runs=chosen.runs)
    print(report)
    for table in report.tables.values():
        print(f"\nAll entries of {table.name}:\n{table.rows}")
    print(f"\nAgreement:\n{report.agreement}")


if __name__ == "__main__":
    main()

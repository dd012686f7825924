"""What the docstring of a package says of its files: a line for each, made from their own docstrings.

    python -m tests.package_listings      # writes them anew

So a reader who opens a folder sees what is in it, and `tests/test_house.py` sees that nothing is missing.
"""

from __future__ import annotations

import ast
import re
import textwrap
from pathlib import Path

import papamu

PACKAGE = Path(papamu.__file__).parent
HEADING = "What is here:"
_WIDTH = 118


def first_sentence(path: Path) -> str:
    """What a module or package says of itself first."""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    paragraph = " ".join(doc.split("\n\n")[0].split())
    return re.split(r"(?<=[a-z0-9)`”\]])\. (?=[A-Z`“])", paragraph)[0].rstrip(".")


def listing(folder: Path) -> str:
    """A line for each file and folder of a package."""
    parts = {path.stem: path for path in folder.glob("*.py") if not path.stem.startswith("__")}
    parts |= {f"{path.parent.name}/": path for path in folder.glob("*/__init__.py")}
    width = max((len(name) for name in parts), default=0)
    lines: list[str] = []
    for name in sorted(parts, key=lambda name: (name.endswith("/"), name)):
        lines += textwrap.wrap(
            first_sentence(parts[name]),
            _WIDTH,
            initial_indent=f"    {name:{width}}  ",
            subsequent_indent=" " * (width + 6),
            break_on_hyphens=False,
        ) or [f"    {name}"]
    return "\n".join(lines)


def docstring(folder: Path) -> str:
    """The docstring that a package should have: its own words, then its files."""
    own = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    words = own.split(HEADING)[0].rstrip()
    files = listing(folder)
    return f"{words}\n\n{HEADING}\n\n{files}\n" if files else words


def packages() -> list[Path]:
    """All folders with code."""
    return sorted(path.parent for path in PACKAGE.rglob("__init__.py"))


def write(folder: Path) -> None:
    """Put the listing into the package's docstring."""
    path = folder / "__init__.py"
    text = path.read_text(encoding="utf-8")
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.Expr)
    lines = text.split("\n")
    after = "\n".join(lines[node.end_lineno :])
    made = docstring(folder).replace("\\", "\\\\")
    path.write_text(f'"""{made}"""\n{after}' if after.strip() else f'"""{made}"""\n', encoding="utf-8")


if __name__ == "__main__":
    for one in packages()[::-1]:  # inner ones first: outer ones quote their first sentence
        write(one)

"""The examples show the public surface: what they use of Papamu is `papamu.NAME`, and has no leading underscore."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import papamu

EXAMPLES = Path(__file__).parent.parent / "examples"
SUBMODULE = "testing"  # the one module that is part of the surface: for games of one's own

# Files that go below the surface, and why they must.
EXEMPT = {
    "breakthrough.py": "a game: its rules are kernels, written with papamu.kernel against the rules contract",
    "nim.py": "a game: the same",
    "konane_edges.py": "an evaluation: a kernel too",
    "ffo.py": "measures the Reversi solver itself, on its list of published problems",
}


def beneath_the_surface(source: str) -> Iterator[str]:
    """What a script uses of Papamu that is not public."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (f"import {one.name}" for one in node.names if one.name.startswith("papamu."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "papamu":
            names = [one.name for one in node.names]
            if node.module != "papamu" or not set(names) <= set(papamu.__all__):
                yield f"from {node.module} import {', '.join(names)}"
        elif isinstance(node, ast.Attribute):
            whole = ast.unparse(node)
            if node.attr.startswith("_") and not (node.attr.startswith("__") and node.attr.endswith("__")):
                yield whole
            elif isinstance(node.value, ast.Name) and node.value.id == "papamu":
                if node.attr not in (*papamu.__all__, SUBMODULE):
                    yield whole


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_examples_use_public_names_only(path: Path) -> None:
    found = list(beneath_the_surface(path.read_text(encoding="utf-8")))
    if path.name in EXEMPT:
        assert found, f"{path.name} needs no exemption any more"
    else:
        assert found == []


def test_exemptions_are_of_scripts_that_exist() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} >= EXEMPT.keys()


@pytest.mark.parametrize(
    "line",
    [
        "import papamu.agents",
        "import papamu.learn.mlp as mlp",
        "from papamu.kernel.random import draw",
        "from papamu import agents",
        "papamu.agents.registry.agent('mc')",
        "run._repr_html_()",
        "position._legal",
    ],
)
def test_what_is_not_public_is_noticed(line: str) -> None:
    assert list(beneath_the_surface(line))


def test_what_is_public_is_not_complained_about() -> None:
    source = "import papamu\nfrom papamu import match\nsuper().__init__()\npapamu.train('reversi').curve\n_mine = 1"
    assert not list(beneath_the_surface(source))

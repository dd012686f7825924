"""The house: no file asks for a game's name, none is too long or oddly named, every folder says what is in it.

What is one game's is registered, or its `Game` has it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import papamu
from papamu.games.registry import _ALSO_KNOWN_AS, _BUILT_IN
from tests import package_listings

PACKAGE = Path(papamu.__file__).parent
GAMES = (*_BUILT_IN, *_ALSO_KNOWN_AS)

# A text that is a game, perhaps with a size: "konane", "konane:6x6,opening=any"
NAMED = re.compile(rf"(?:{'|'.join(GAMES)})(?::\S*)?")
# In JavaScript also as a key: `blokus: {`
KEY = re.compile(rf"^\s*(?:{'|'.join(GAMES)}):")
TEXT = re.compile(r"""(["'`])((?:(?!\1).)*)\1""")
ASKS = re.compile(r"""\b(?:game|position|view)\.name\s*(?:[!=]==?|in\b|not in\b)\s*(?:\[|\(|\{|_|["'`])""")

# Folders of what is about particular games by its nature: studies of them, and boards with a speed to reach.
OWN_FOLDERS = ("papers", "bench")
# Single texts, with the reason why each is no question.
ALLOWED = {
    "games/registry.py": set(GAMES),  # the list of the games that come along
    "games/drawing.py": {"checkers"},  # a style, which any game may have
    "learn/som/course.py": {"reversi:8x8"},  # a course's default: the paper's own board
    "cli/output/agent_list.py": {"clobber:5x5"},  # an example in a text for people
}


def own_file(path: Path) -> bool:
    """Is it in a folder of the name of a game, or called like one?"""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0] in OWN_FOLDERS or any(part in GAMES for part in parts)


def names_in_python(text: str) -> Iterator[str]:
    """The texts in a module that are games; longer ones, docstrings among them, may speak of games."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.fullmatch(node.value):
            yield node.value


def names_in_javascript(text: str) -> Iterator[str]:
    for line in text.splitlines():
        code = "" if line.lstrip().startswith(("//", "/*", "*")) else line
        yield from (found[2] for found in TEXT.finditer(code) if NAMED.fullmatch(found[2]))
        if KEY.match(code):
            yield code.strip()


def faults(path: Path, text: str) -> list[str]:
    """What in a file asks for a game."""
    if own_file(path):
        return []
    where = path.relative_to(PACKAGE).as_posix()
    names = names_in_javascript(text) if path.suffix == ".js" else names_in_python(text)
    found = [name for name in names if name not in ALLOWED.get(where, set())]
    return [f"{where}: {one}" for one in [*found, *ASKS.findall(text)]]


def test_nobody_asks_for_a_games_name() -> None:
    files = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.js")]
    assert len(files) > 300
    assert [fault for path in files for fault in faults(path, path.read_text(encoding="utf-8"))] == []


def test_it_would_be_noticed() -> None:
    python, script = PACKAGE / "agents" / "made_up.py", PACKAGE / "web" / "static" / "js" / "made_up.js"
    for text in (
        'if game.name == "reversi": pass',
        'if position.game.name != "blokus": pass',
        'if game.name in ("konane", "clobber"): pass',
        "if game.name in _GAMES: pass",
        "if game.name == _NAME: pass",
        'SIZES = {"checkers": 3}',
        'BOARDS = ("konane:6x6",)',
        'load("othello")',
    ):
        assert faults(python, text), text
    for text in (
        'if (view.name === "reversi") return 1;',
        'if (position.name !== "checkers") return 1;',
        "const SIZES = {\n  blokus: [1],\n};",
        'const first = "clobber:4x5";',
    ):
        assert faults(script, text), text
    assert not faults(python, '"""Of konane: see reversi:8x8."""\nsaid = f"{game.name} has no konane"')
    assert not faults(script, "// konane: a comment\nconst found = games.find((game) => game.name === name);")
    assert not faults(PACKAGE / "games" / "konane" / "game.py", 'name = "konane"')
    assert not faults(PACKAGE / "search" / "evaluations" / "konane.py", 'register_own("konane", "q", Q)')


def test_what_is_allowed_is_still_there() -> None:
    for where, texts in ALLOWED.items():
        assert texts <= set(names_in_python((PACKAGE / where).read_text(encoding="utf-8"))), where


# -- sizes, names, listings --------------------------------------------------------------------

MOST_LINES, MOST_OF_A_FUNCTION = 450, 80
# Words in -ing and -ed that are nouns of the field, or of people's own code (`papamu.testing`, as numpy.testing).
NOUNS = {"deepening", "drawing", "encoding", "rating", "testing", "thinking", "training", "widening"}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def test_files_and_functions_are_short() -> None:
    for path in modules():
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") <= MOST_LINES, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                assert lines <= MOST_OF_A_FUNCTION, f"{path}: {node.name} has {lines} lines"
                assert node.name != "_", f"{path}: a registered function has a name that can be searched"


def test_files_are_called_by_nouns() -> None:
    for path in modules():
        for part in path.relative_to(PACKAGE).with_suffix("").parts:
            last = part.split("_")[-1]
            assert not re.search(r"(ing|[^e]ed)$", last) or last in NOUNS, f"{path}: a gerund or a participle"


def test_every_module_says_what_it_is() -> None:
    for path in modules():
        if path.name != "__main__.py":
            assert package_listings.first_sentence(path), path


def test_every_folder_lists_its_files() -> None:
    for folder in package_listings.packages():
        doc = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
        hint = "python -m tests.package_listings writes it"
        assert doc.strip() == package_listings.docstring(folder).strip(), f"{folder}: {hint}"


def test_architecture_names_what_is_there() -> None:
    """Its hops, file → function; files of 0.1.0 are named where a flow is compared."""
    text = (PACKAGE.parents[1] / "ARCHITECTURE.md").read_text(encoding="utf-8")
    hops = re.findall(r"`([\w/]+\.py)`? → `?([\w.]+)`", text)
    assert len(hops) > 40
    for file, name in hops:
        found = [path for path in modules() if path.as_posix().endswith(f"/{file}")]
        assert found, f"ARCHITECTURE.md names {file}"
        pattern = re.compile(rf"(?:def|class) {name.split('.')[-1]}\b|^{name}\b", re.MULTILINE)
        assert any(pattern.search(path.read_text(encoding="utf-8")) for path in found), (
            f"{file} has no {name}"
        )

"""A module imports only from its own layer and the layers below it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import papamu

PACKAGE = Path(papamu.__file__).parent
LAYERS = ["core", "kernel", "games", "search", "learn", "agents", "arena", "training", "lab", "papers", "top"]
TOP = {"cli", "web", "bench", "warm", "testing", "__main__", "__init__"}


def layer(module: str) -> int:
    parts = module.split(".")
    name = parts[1] if len(parts) > 1 else "__init__"
    return LAYERS.index("top" if name in TOP else name)


def imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in found if name.split(".")[0] == "papamu"]


def test_imports_point_downwards() -> None:
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(("papamu", *path.relative_to(PACKAGE).with_suffix("").parts))
        for imported in imports(path):
            if imported.startswith("papamu.__version__"):
                continue
            assert layer(imported) <= layer(module), f"{module} imports {imported} from a higher layer"


def test_importing_the_package_and_asking_for_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, papamu, papamu.cli; papamu.cli.load_commands();"
        "heavy = {'numba', 'numpy', 'torch', 'llvmlite', 'rich.table', 'fastapi'} & set(sys.modules);"
        "print(heavy); assert not heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_file_of_the_command_line_is_a_command() -> None:
    """What commands share is in folders, or in options.py: so the list of files is the list of commands."""
    from papamu.cli import COMMANDS

    files = {path.stem for path in (PACKAGE / "cli").glob("*.py")}
    assert files == {*COMMANDS, "__init__", "options"}

"""Break each rule once and see that a test notices: `make break-rules` (some fifteen minutes).

Each break is an edit in a copy of the project; the tests of rules then run in the interpreter. A
break that no test notices is printed as SURVIVED, and the exit code is 1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
GAMES = "src/papamu/games/"
TESTS = [
    "rules",
    "position",
    "perft",
    "blokus",
    "twins",
    "contract",
    "facts",
    "clobber_graphs",
    "playthroughs",
]

BREAKS: list[tuple[str, str, str]] = [
    # Clobber
    ("clobber/rules.py", "rules.inside[1, word] & behind(before, here, U1)", "behind(before, here, U1)"),
    ("clobber/rules.py", "rules.inside[3, word] & ahead(here, after, U1)", "ahead(here, after, U1)"),
    ("clobber/rules.py", "rules.inside[0, word] & behind", "rules.inside[2, word] & behind"),
    ("clobber/rules.py", "cannibal=FULL if cannibal else U0", "cannibal=U0"),
    ("clobber/rules.py", "if rules.cannibal == U0 or has(", "if True or has("),
    ("clobber/rules.py", "num_players=1 if solitaire else 2", "num_players=2"),
    ("clobber/rules.py", "if rules.solitaire == ANY:\n        up2", "if False:\n        up2"),
    ("clobber/rules.py", "if rules.solitaire != ANY:\n        state[2 * words] ^= U1", "if True:\n        state[2 * words] ^= U1"),
    ("clobber/rules.py", "random_start=int(random_start)", "random_start=0"),
    ("clobber/rules.py", "(draw(rng, 2) == 0)", "(draw(rng, 1) == 0)"),
    ("clobber/rules.py", "out[loser] = -1.0\n        out[1 - loser] = 1.0", "out[loser] = 1.0\n        out[1 - loser] = -1.0"),
    ("clobber/rules.py", "1.0 - 2.0 * (left - 1)", "1.0 - 2.0 * left"),
    ("clobber/rules.py", "out[n] = move + 1\n", "out[n] = move + 3\n"),
    ("../kernel/grid.py", "(1 + (row + col) % 2)", "(2 - (row + col) % 2)"),
    ("clobber/graph_rules.py", "{(a, b) for pair in edges for a, b in (pair, pair[::-1])}", "{(a, b) for a, b in edges}"),
    ("clobber/graph_rules.py", "(rules.cannibal == 1 and has(state, own, b))", "False"),
    ("clobber/graph_rules.py", "if rules.solitaire != ANY or not", "if True or not"),
    # Checkers
    ("checkers/rules.py", "playable = (row + col) % 2 == 0", "playable = (row + col) % 2 == 1"),
    ("checkers/rules.py", "men_rows = (side - 2) // 2", "men_rows = max(1, (side - 4) // 2)"),
    ("checkers/rules.py", "return (kings, pieces) if mover else (pieces, kings)", "return (pieces, pieces)"),
    ("checkers/rules.py", "kings = pieces & state[2 * rules.words + word]", "kings = U0"),
    ("checkers/rules.py", "    if not jumping:\n        return _steppers", "    if True:\n        return _steppers"),
    ("checkers/rules.py", "again = not crowned and can_jump", "again = False and can_jump"),
    ("checkers/rules.py", "again = not crowned and can_jump", "again = can_jump"),
    ("checkers/rules.py", "mover, -1 if rules.program else target)", "mover, target)"),
    ("checkers/rules.py", "mover, -1 if rules.program else target)", "mover, -1)"),
    ("checkers/rules.py", "status_word(mover, 0, -1 if rules.program else target, 0)", "status_word(mover, 0, -1, 0)"),
    ("checkers/rules.py", "if not king and not rules.program and rules.far", "if not king and rules.far"),
    ("checkers/rules.py", "if not king and not rules.program and rules.far", "if False and rules.far"),
    ("checkers/teleport.py", "elif not rules.program and rules.far[who", "elif False and rules.far[who"),
    ("checkers/rules.py", "if rules.win_by_moves and not", "if False and not"),
    ("checkers/rules.py", "if rules.win_by_moves and not _exhausted(rules, state)", "if rules.win_by_moves"),
    ("checkers/rules.py", "rules.quiet > 0 and quiet_plies(rules, state) >= rules.quiet", "False"),
    ("checkers/rules.py", "rules.quiet > 0 and quiet_plies(rules, state) >= rules.quiet", "quiet_plies(rules, state) >= rules.quiet"),
    ("checkers/rules.py", "counted = rules.quiet > 0 and king and not jumping", "counted = True"),
    ("checkers/rules.py", "draw(rng, 2) if rules.first == RANDOM_PLAYER else rules.first", "0"),
    ("checkers/rules.py", "status_word(1 - mover, 1 if rules.teleport > 0.0 else 0", "status_word(1 - mover, 0"),
    ("checkers/teleport.py", "rules.teleport / (n - 1) if rules.program else", "rules.teleport / (n - 1) if True else"),
    ("checkers/teleport.py", "if uniform(rng) < rules.teleport", "if uniform(rng) < 1.0"),
    ("checkers/teleport.py", "way = n + ways if rules.program else draw(rng, ways)", "way = 0"),
    ("checkers/rules.py", "direction = turn ^ (2 * mover)", "direction = turn"),
    ("checkers/rules.py", "if has(state, 2 * words, taken):", "if False:"),
    # Blokus
    ("blokus/placements.py", "squares = [(0, 0), (bottom, right), (bottom, 0), (0, right)]", "squares = [(0, 0), (0, right), (bottom, right), (bottom, 0)]"),
    ("blokus/placements.py", "squares = [(0, 0), (0, right), (bottom, right), (bottom, 0)]", "squares = [(0, 0), (bottom, right), (bottom, 0), (0, right)]"),
    ("blokus/placements.py", "inset = 2 * min(rows, cols) // 7", "inset = 0"),
    ("blokus/placements.py", "return taken | (own << U1) | (own >> U1) |", "return taken | (own << U1) |"),
    ("blokus/placements.py", "return (beside << U1) | (beside >> U1) | start", "return (beside << U1) | start"),
    ("blokus/placements.py", "if state[rules.used + who] == U0 else NONE", ""),
    ("blokus/rules.py", "near = mark_done(near, corner)\n            cell", "cell"),
    ("blokus/rules.py", "near = mark_done(near, corner)\n            here", "here"),
    ("blokus/placements.py", "            if can_place(rules, state, turn):", "            if True:"),
    ("blokus/rules.py", "state[rules.used + who] |= U1 << np.uint64(piece)", "state[rules.used + who] |= U1"),
    ("blokus/rules.py", "return squares - pieces.ALL_SQUARES", "return squares"),
    ("blokus/rules.py", "& U1 else 15", "& U1 else 20"),
    ("blokus/rules.py", "and piece == 0 and state", "and state"),
    ("blokus/rules.py", "out[who] = 1.0 - (ahead - 1)", "out[who] = 1.0 - ahead"),
    ("blokus/pieces.py", '"Y": "xxxx/.x.."', '"Y": "xxxx/x..."'),
    # Reversi
    ("reversi/rules.py", "board[low, low] = board[high, high] = 2", "board[low, low] = board[high, high] = 1"),
    ("reversi/rules.py", "inner = foe & rules.middle\n    ends", "inner = foe\n    ends"),
    ("reversi/rules.py", "inner = foe & rules.middle\n    flips", "inner = foe\n    flips"),
    ("reversi/rules.py", "if n == 0 and _mobility(rules, state, rules.words - own):", "if False:"),
    ("reversi/rules.py", "_mobility(rules, state, own) == 0 and _mobility(rules, state, rules.words - own) == 0", "_mobility(rules, state, own) == 0"),
    ("reversi/rules.py", "out[0] = np.sign(lead)\n    out[1] = -np.sign(lead)", "out[0] = -np.sign(lead)\n    out[1] = np.sign(lead)"),
    ("reversi/rules.py", "return rules.cells if _mobility", "return NONE if _mobility"),
    ("reversi/rules.py", "return run | (pairs & (run << (shift + shift)))", "return run"),
    ("reversi/rules.py", "        if not has(state, rules.words - own, at):\n            return 0\n", "        if not has(state, rules.words - own, at):\n            return length\n"),
    # Konane
    ("konane/rules.py", 'named[np.ix_([0, -1], [0, -1])] = True', "pass"),
    ("konane/rules.py", 'if opening == "seed":', "if False:"),
    ("konane/rules.py", "return named if named.any() else black", "return black"),
    ("konane/rules.py", "rules.opening[word] & state[word]", "state[word]"),
    ("konane/rules.py", "found |= rules.beside[direction, word] & ~filled", "found |= ~filled"),
    ("konane/rules.py", "able &= rules.inside[direction, jumps - 1, word] & look", "able &= look"),
    ("konane/rules.py", "rules.inside[LEFT, 0, 0] & ", ""),
    ("konane/rules.py", "(leftwards >> _U2) & left", "U0"),
    ("konane/rules.py", "reach = [(side - 1) // 2 for side", "reach = [min(1, (side - 1) // 2) for side"),
    ("konane/rules.py", "out[loser] = -1.0\n    out[1 - loser] = 1.0", "out[loser] = 1.0\n    out[1 - loser] = -1.0"),
    ("konane/rules.py", "for jump in range(jumps):\n        flip(state, rules.words - own", "for jump in range(1):\n        flip(state, rules.words - own"),
]  # fmt: skip


def survives(folder: Path, file: str, old: str, new: str) -> bool:
    """Do all tests still pass with this edit?"""
    path = (folder / GAMES / file).resolve()
    text = path.read_text(encoding="utf-8")
    if old not in text:
        raise SystemExit(f"{file} no longer has {old!r}: mend the list of breaks")
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    try:
        environment = {
            **os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", "-p", "no:cacheprovider",
             *[f"tests/games/test_{name}.py" for name in TESTS]],
            cwd=folder, env=environment, capture_output=True, timeout=900, check=False,
        )  # fmt: skip
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        path.write_text(text, encoding="utf-8")


def main() -> int:
    """Try all breaks; how many survived."""
    survivors = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in ("src", "tests", "examples"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        if not survives(folder, "clobber/rules.py", "State:", "State:"):
            raise SystemExit("the tests fail without any break: mend that first")
        for number, (file, old, new) in enumerate(BREAKS, start=1):
            survived = survives(folder, file, old, new)
            survivors += survived
            verdict = "SURVIVED" if survived else "noticed"
            print(f"{number}/{len(BREAKS)} {verdict}: {file}: {old!r} -> {new!r}", flush=True)
    print(f"{survivors} of {len(BREAKS)} breaks survived")
    return min(1, survivors)


if __name__ == "__main__":
    raise SystemExit(main())

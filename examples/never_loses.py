"""Does a player that always plays the same never lose as the first player, whatever the other does?

    python examples/never_loses.py clobber:4x4 mlp:FILE

Walks through every position that can come up against all possible replies. If the player wins all lines in
the end, then all positions it was in were won, and it never let go of one.
"""

from __future__ import annotations

import sys

import papamu


def walk(game: papamu.Game, player: papamu.Agent) -> tuple[int, int]:
    """How many positions the player can come to, and in how many games it has not won at the end."""
    waiting = [game.start()]
    seen = {waiting[0].to_text()}
    lost = 0
    while waiting:
        position = waiting.pop()
        after = position.play(player.choose(position))
        if after.is_over:
            lost += after.returns[0] <= 0
            continue
        for reply in after.legal_moves:
            reached = after.play(reply)
            if reached.is_over:
                lost += reached.returns[0] <= 0
            elif reached.to_text() not in seen:
                seen.add(reached.to_text())
                waiting.append(reached)
    return len(seen), lost


if __name__ == "__main__":
    board, name = papamu.load(sys.argv[1]), papamu.agent(sys.argv[2])
    positions, not_won = walk(board, name)
    said = "it never loses" if not not_won else f"{not_won:,} lines are not won"
    print(f"{name} begins on {board}: {positions:,} positions against all replies, {said}")

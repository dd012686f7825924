"""How games are judged, and what the report does not say and we had to guess; see docs/papers/checkers.md."""

JUDGED = (
    "Judged as in the program: on the board before the last action, so that a capture that ends the game "
    "does not count. Player 1 is the baseline, player 2 the tree; who begins is drawn."
)
GUESSES = {
    "sims": "Rollouts a move: 500 on 6x6 and 8x8, 200 on 10x10, 100 above.",
    "padding": "Without padding nothing is left of 10x10 in versions 1 and 2 (kernel 3): padding 1 for both, "
    "as the final program has it for version 2.",
    "player": "The network answers for the player who began the data tree, which is drawn, and plays player "
    "2: with every second seed it prefers what is good for its opponent.",
}

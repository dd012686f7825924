"""What the thesis does not say and we had to guess; the numbers are those of docs/papers/clobber.md."""

GUESSES = {
    "layers": "Guess 1: the thesis does not say how many nodes each of two hidden layers has; 20 and 20 "
    "here, as in its tables with one layer.",
    "first": "Guess 2: Monte Carlo plays Black and begins, which the thesis does not say; as White it wins "
    "clearly less than published.",
    "network": "Guess 3: the network plays Black and begins, as it did when it learned.",
}

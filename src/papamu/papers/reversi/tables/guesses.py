"""What the paper does not say and we had to guess; see docs/papers/reversi.md."""

DRAWS = "Draws count half: only then two random players score the 47 % for Black that the paper has."
GUESSES = {
    "maps": "α falls to zero in equal steps; equation 3 counts within N_c, whose radius falls from r to r'; "
    "boards are drawn at random; start weights are uniform within ±0.1: the paper states none of it.",
    "retrieval": "The boards are those of the first 300 games that the maps were trained with: with them the "
    "paper's figures are reproduced. New games come back worse: the rows “new games”.",
    "genetic": "The genetic algorithm's fitness is the share of discs that come back, which the published "
    "0.45 and 0.86 imply; its population (30), generations (30), crossover (0.8) and mutation (0.02) are "
    "guesses.",
    "learning": "States are boards after own moves, and t in equation 8 counts these; where no turned board "
    "matches, the best of the eight winners counts; of equal values one is drawn; a drawn game gives no "
    "reward, and the last move of a game only its result.",
}

"""What the thesis does not say and we had to guess; the numbers are those of docs/papers/konane.md."""

GUESSES = {
    "hidden": "Guess 9: hidden nodes that the thesis does not name: 20 for A and 40 for C on 6x6, 40 and 60 "
    "for the comparison networks there, 40 for B and 80 for C on 8x8.",
    "long": "Guess 10: Figure 11's number of games is not given: a million here.",
    "rate": "Guess 11: “a 10% increase” of learning rate and momentum is read as 0.1 for both, as section 9 "
    "says of the rate.",
    "deep": "Guess 10: 200,000 games with teachers that look two to four plies ahead on 6x6; the thesis does "
    "not say how many.",
    "board": "The caption says 8x8; the text speaks of the networks of 6x6.",
    "saved": "“Its best saved weights” takes the best of all saved ones against each opponent; the thesis "
    "has one of them, of game 255,000.",
    "round": "The thesis gives rounded figures in words.",
}

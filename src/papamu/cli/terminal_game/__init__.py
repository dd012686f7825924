"""The game of `papamu play`: menu, seats, the game itself, what a player can type, hints.

What is here:

    agent_call  Asking an agent in the terminal: Ctrl-C interrupts it, and its errors become one line that names it
    commands    What a player can type on their turn: a move, its number, or one of these commands
    hints       `hint` and `explain` in a game: an adviser evaluates the position
    interrupt   Calls that Ctrl-C interrupts: compiled code does not listen to it, so it runs beside the thread that
                does
    menu        The questions before a game, as in the checkers report: which game, how large, who plays, who begins
    seats       Who sits where: agents from the texts of a command line, checked against the game
    session     A game in the terminal: the board, the turns of people and agents, and every way to leave
"""

"""The five games: rules as kernels, and `Game` and `Position` for people.

What is here:

    catalogue          Which games there are, as facts: for Python, for `papamu games` and for the page
    drawing            Drawings of positions: `board_svg` for notebooks, web and docs, `board_lines` for the terminal
    game               `Game`: one game with its sizes and options, as people use it
    perft              Perft: counts the positions so many plies ahead, the usual test of move generators
    planes             What a network sees of a position: planes, one number per cell each
    position           `Position`: one immutable moment of a game, and `Move`, a move that prints itself
    position_setup     Setting up a position: from a text or the start, by moves, by chance; or whatever stands for
                       one in Python
    presentation       How a game presents itself to people: on the page, in the terminal, in lists of opponents
    record             Game records: JSON with everything about one game, replayed and verified when loaded
    registry           Which games there are, by name
    rules              The rules contract: the functions that every game has, and nothing else is needed to add one
    stepper            One call per ply: what `Position` asks of the rules, bound to the rules of one game
    two_colour_boards  Boards of two colours: what Clobber, Konane and Reversi share, from setting up stones to
                       counting them
    blokus/            Blokus: pieces, rules, notation, reasons, statistics
    checkers/          Checkers on boards of any even size: rules, notation, the report's teleport
    clobber/           Clobber on rectangles and on any graph: rules and notation
    konane/            Konane: rules and notation
    reversi/           Reversi: rules and notation
"""

"""What the browser app shows besides tables: ladder, rule cards, figures of papers, training runs.

What is here:

    ladder         The ladder: how strong the agents are at each game, from tournaments whose ratings come with the
                   package
    paper_figures  The studies for the page: their tables, published next to reproduced figures, each with its command
    rule_cards     A short, plain rule card for each game: what a newcomer reads beside the board, as JSON
    run_processes  Runs: trainings and reproductions that the page starts as commands, and all others in the folder of
                   runs
"""

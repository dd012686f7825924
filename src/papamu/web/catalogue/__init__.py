"""What the browser app shows besides tables: ladder, rule cards, figures of papers, training runs.

What is here:

    ladder         The ladder: how strong the agents are at each game, from tournaments whose ratings come with the
                   package
    paper_figures  The studies for the page: their tables, published next to reproduced figures, each with its command
    rule_cards     A short, plain rule card for each game: what a newcomer reads beside the board, as JSON
    run_files      What the files of a training tell the page: games, curve, health, the model, what it thought, and
                   its options
    run_labels     Names and notes that people give their runs: `label.json` in the run's folder, so that it goes
                   where the run goes
    run_processes  Runs: trainings and reproductions that the page starts as commands, and all others in the folder of
                   runs
    run_trash      Deleted runs: moved to `trash` in the folder of runs, where they can be taken back from; one in use
                   stays
"""

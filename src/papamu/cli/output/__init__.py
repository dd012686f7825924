"""What commands print with: lists, tables, the progress bar, and the line that resumes long work.

What is here:

    agent_list         The list of `papamu agents`: the agents, their options, and which of them play a game
    bench_table        The table of `papamu bench`
    blokus_tables      The tables of `papamu statistics`: what happens in games of Blokus, for each player
    crosstable         The crosstable of `papamu tournament` in the terminal
    explanation_table  What an agent thinks of each legal move: as a table, on the board, and as JSON
    game_list          The list of `papamu games`: names, sizes, options
    ladder_table       The table of `papamu ladder`: agents of a game by their rating
    line               A line of text for people, printed as it is
    paper_list         The list of `papamu papers`: each study with its tables and scales
    paper_tables       Tables of a reproduction in the terminal: published above, ours below
    player_list        The list of `papamu players`: players with their ratings, by game and opponent
    report_summary     The lines of `papamu report`: which tables agree, what is missing, what was written
    resume_notice      What long work prints about itself: where it is saved, and the command that resumes it
    rule_card          The rule card of `papamu rules`: rules, options, sizes and the board at the start
    training_progress  The progress of a training on standard error: its folder, a bar per phase, and how to resume it
                       after a stop
    training_result    What `papamu train` and `papamu maps` print at the end
"""

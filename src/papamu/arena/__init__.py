"""The arena: matches, tournaments, ratings, and the statistics that tell skill from luck.

What is here:

    api                Matches and tournaments as calls from Python: `papamu.match("clobber:6x6", "mc", "random")`
    blokus_statistics  Statistics of a match of Blokus whose plan keeps every move
    compiled_games     Compiled games: whole batches of games between policies, without the interpreter
    crosstable         The crosstable: everyone against everyone, with ratings, for the terminal, for files and for a
                       browser
    crosstable_page    The crosstable as one page: a heat map of scores, and ratings with their error bars
    gate               The gating match of AlphaZero: a candidate network plays the accepted one
    match              A match: games on several threads, saved as they finish, with the same results for any number
                       of threads
    match_records      Game records of a match whose plan keeps every move
    match_text         A match in words and tables: win rates, also by seat, and what they mean
    openings           Random openings of a match: each position once, the same for all games of a round
    plan               The plan of a match: who plays whom, on which seats, from which openings, with which random
                       streams
    plugin_sources     What a stored result must say of code from outside the package: nothing, or a digest of all
                       that decides play
    ratings            Ratings on the Elo scale from all games at once: Bradley-Terry for two players, Plackett-Luce
                       for more
    referee            The referee: plays batches of games with its own copies of the players, and declares forfeits
    sprt               The sequential probability ratio test (SPRT): play until the result is clear, and no longer
    statistics         Statistics of match scores: Wilson intervals, Elo differences, p-values, and a sentence that
                       sums them up
    summary            The summary of a match: all figures in one dictionary, and a sentence that says what they mean
    tournament         A tournament: everybody against everybody (or one against the rest), with ratings
"""

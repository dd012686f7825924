"""Our figures compared with the published ones.

`entry_result.py` has our figure for one entry, `comparison.py` puts a whole table side by side, `verdicts.py` has
the thresholds and says which verdict a table gets, `sentences.py` says it in words, `decimals.py` rounds the figures
in them, `report.py` collects all tables.

What is here:

    comparison       Our figures compared with the published ones: differences, rank correlations, dead networks on
                     both sides
    decimals         How figures are rounded, the same in tables, in sentences and in the prose of the documentation
    entry_result     Our result for one entry of a table: shares over seeds, intervals, states of networks, learning
                     curves
    report           A report: everything that is finished of a reproduction, compared, with the machine and the time
                     it took
    seed_statistics  The arithmetic of comparing two tables: ranks, intervals over seeds, standard errors
    sentences        Sentences: what a comparison says, in plain words, and how figures are written in text
    verdicts         Verdicts: how well a table agrees with the published one, and the thresholds that decide it
"""

"""What all studies share: published figures and the tables made from them, sizes at three scales.

What is here:

    cell_training      What the studies' networks have in common: learning inside a cell, what a result tells of it,
                       and our own recipe
    published_figures  The figures that a study prints, and tables with an entry for each of them
    scale              The sizes of a study as a table: one line per quantity, with its value at each scale
    shipped_results    The finished results that come with the package: our figures of every table at the published
                       size, and pictures
"""

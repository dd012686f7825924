"""Work functions of the checkers report: the tree's games, networks, who won a game, our own networks.

What is here:

    adjudication     Who has won: by the rules, and as the report's program judges it
    alphazero        Beyond the report: networks that learn from their own games, then guide a tree
    networks         The report's networks: they learn from boards of a tree, then play against the baseline (§7)
    shipped_network  The network that plays where no file is named (`cnn`): made once, and kept with the package
    tree_series      The games of the report's tree against the baseline (§6)
"""

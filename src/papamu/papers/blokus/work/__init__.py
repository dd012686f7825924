"""Work functions of the Blokus report: networks, observations, the search player.

What is here:

    networks       The report's networks learn against each other, play a game that is shown, and are tested
    observations   The report's observations of its networks, each as a figure and as seen (1) or not (0)
    search_player  The search player of the study: a tree whose moves the learned network orders, against three of a
                   kind
"""

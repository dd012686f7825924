"""Work functions of the Konane thesis: matches, networks.

What is here:

    matches   The matches of sections 4 and 7: players that do not learn
    networks  The work of the thesis's networks: taught while they play Random, then tested with their best weights
"""

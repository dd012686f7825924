"""Clobber on rectangles and on any graph: rules and notation.

What is here:

    game         Clobber as a `Game`: sizes, options, notation and the rule card
    graph        Clobber on any undirected graph as a `Game`: from a JSON file or a networkx graph
    graph_rules  Clobber's rules on any undirected graph
    rules        Clobber's rules on bitboards, for every rectangle and option
"""

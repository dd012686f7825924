"""Work functions of the Reversi paper: maps, retrieval, values learned on maps, our own network.

What is here:

    map_values  Values learned on maps in games against Random (§7.2.2, §7.3.2)
    maps        The maps of all experiments of a run: each is trained once and kept in the run's shared folder
    networks    Our own network: patterns, TD and self-play
    retrieval   Boards retrieved from maps (§7.2.1, §7.3.1)
"""

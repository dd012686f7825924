"""Work functions of the Clobber thesis: matches, networks.

What is here:

    matches   The matches of Tables 5.1 to 5.3
    networks  The work of the thesis's networks: learn against Random as Black, then play on without learning
"""

"""The Clobber solver: proof-number search on sums of independent components.

What is here:

    components        Clobber positions as sums of independent components
    pn_search         Depth-first proof-number search: who wins a sum of Clobber components
    pn_table          The table of the Clobber solver: proof numbers of sums, in memory that never grows
    small_components  Small Clobber components and their values: zero ones are dropped, equal ones are written alike
    solver            The Clobber solver: exact results for two players, on rectangles of up to 64 cells
"""

"""Running experiments: a reproduction is *run*, each of its cells is *executed*.

`reproduction.py` says which cells there are, `cell.py` what a cell is, `runner.py` runs those that are missing,
`execute.py` executes one, `workers.py` and `ray_cluster.py` say where, `provenance.py` on which machine and code.

What is here:

    cell          Cells: the independent pieces of an experiment, and how each gets its key and its seed
    execute       Executing one cell: the same steps in this process, in a worker process and on a cluster
    provenance    Where a result comes from: which machine, and which code
    ray_cluster   The same cells on a Ray cluster (https://docs.ray.io), an optional extra
    reproduction  A reproduction: some tables of a study at a scale and a number of seeds, its folder, its cells, its
                  command
    runner        Running cells: those that are missing are executed, and each result is stored the moment it is there
    workers       Workers: processes on this machine that execute one cell after the other
"""

"""The laboratory: a study (`study.py`) is run (`run/`), compared with its paper (`compare/`) and shown (`render/`).

What is here:

    api       Reproductions and their reports, as the command line and Python call them
    study     What a study is: a paper with its tables, and of each entry the published figure and the cell of ours
    compare/  Our figures compared with the published ones
    render/   Showing results: the report and training pages, charts, pictures of maps, CSV, JSON and Markdown
    run/      Running experiments: a reproduction is *run*, each of its cells is *executed*
"""

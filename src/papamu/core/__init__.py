"""What every layer uses and no game knows: errors, names, specs, files, locks, processes, the store.

What is here:

    console_text        What would be printed on a terminal, as plain text: for results that print the same in Python
    durations           How long something took or will take, for people
    errors              The errors that a user can cause: each says what is wrong and what is allowed
    files               Files that are written whole or not at all, and the folders for a user's own files
    frames              Rows of results as a pandas DataFrame, an HTML table or plain text
    html                The frame of HTML pages that need no other file
    identity            What keys of kept results are made of, so that a result is found again by every later version
    intervals           Confidence intervals of shares: how far a mean of few results can be from the truth
    locks               File locks: one process at a time works on a file, and a killed process holds nothing
    object_digest       What an object is, as a digest: values, arrays, functions with what they close over, classes,
                        networks
    plugins             Plug-ins: files outside the package that add games, agents, evaluations, encodings or solvers
    processes           Child processes: spawned, with a pipe to each, and ended when their parent ends
    progress_bar        The one progress bar for everything that takes longer than two seconds
    registry            Things by name: games, agents, studies
    row_table           A small table of results: rows that print as text, draw themselves in a notebook, and become a
                        DataFrame
    settings            Settings: fields of a dataclass that declare which values they take, and are explained by the
                        docstring below them
    source_fingerprint  Where code from outside the package comes from, as a digest: so that results never outlive the
                        code they came from
    spec                The spelling of games and agents: `name:word,key=value,…`
    store               The store: finished pieces of long work in one SQLite file, so that nothing is computed twice
"""

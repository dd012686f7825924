# %% [markdown]
# # Papamu in a notebook
#
# A network learns Clobber, plays, has a game reviewed, and a published table is reproduced: all without the command
# line. Results draw themselves: name one on the last line of a cell.
#
# Open this file in VS Code (*Run Cell* stands above each cell) or in Jupyter with Jupytext; `python
# examples/notebook.py` runs it as a script. It takes about 6 s of one core, the first time 23 s more to compile. Runs
# are kept in `runs/` of the current folder (or in the folder `PAPAMU_RUNS`), and found the second time.

# %%
import papamu

game = papamu.load("clobber:4x5")
start = game.start()
start

# %% [markdown]
# ## Train
#
# Three networks learn from 20,000 games against themselves each, with the seeds 1, 2 and 3. The curve shows how many
# games they win against `random`; the table has the test games at the end.

# %%
runs = papamu.train(game, preset="fast", games=20_000, tests=1_000, seeds=3)
runs

# %% [markdown]
# The best of them gets a name. From now on it plays under this name everywhere, in the shell and in the browser too;
# its file is in `models/` of your data folder (`PAPAMU_HOME`).

# %%
run = max(runs, key=lambda run: run.test["won"])
network = papamu.save_model("notebook", run)
run

# %%
run.curve[-5:]

# %% [markdown]
# ## Play
#
# The network against a search, then everybody against everybody. Any function from a position to a move is a player
# too.

# %%
played = papamu.match(game, network, "mc:playouts=20", games=200)
played


# %%
def few_replies(position):
    """The move that leaves the opponent the fewest replies."""
    return min(position.legal_moves, key=lambda move: len(position.play(move).legal_moves))


standings = papamu.tournament(game, network, "mc:playouts=20", few_replies, "random", games=100)
standings

# %% [markdown]
# ## Explain
#
# What the network thinks of the first moves, and what is true: with best play Black wins.

# %%
papamu.explain(start, network)

# %%
papamu.solve(start)

# %% [markdown]
# ## Review
#
# A game that Black lost, move by move: exact values, from -1 (lost) to 1 (won) for the player who moves.

# %%
record = next(record for record in played.records() if record.returns[0] < 0)
review = papamu.review(record, "solve")
review

# %% [markdown]
# The position in which Black first gave the game away:

# %%
mistake = next(row for row in review.rows() if row["player"] == "Black" and row["mistake"])
print(f"Black played {mistake['move']}; {mistake['best']} was better.")
record.replay().line[mistake["ply"] - 1]

# %% [markdown]
# ## A published table
#
# Table 5.1 of the Clobber thesis at the smallest scale, in seconds; `scale="paper"` has the published size.

# %%
report = papamu.reproduce("clobber", tables=["5.1"], scale="smoke")
report

# %%
report.agreement

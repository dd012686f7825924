"""Resource limits of the server, in one place: sizes, times, counts."""

from __future__ import annotations

MOST_BYTES = 1 << 20  # of a request
MOST_FRAME = 64 * 1024  # bytes of one WebSocket message
MOST_WATCHED = 200  # tables on one connection
MOST_CELLS = 32 * 32  # of a board: the largest of any game (Clobber, Konane)
MOST_MOVES = 2000  # of a game: where nothing ends it, this does
MOST_TABLES = 5000  # kept in the store; the ones untouched for longest go first
MOST_SPEC = 200  # letters of a game or an agent
MOST_NAME = 40

DEFAULT_BUDGET = 20_000  # milliseconds an agent may think about a move
LEAST_BUDGET, MOST_BUDGET = 50, 120_000
MOST_MEGABYTES = 256  # of an agent's memory
MOST_PACE = 10_000  # milliseconds between two moves of agents
WARMING = 900.0  # seconds that the first use of an agent may take to compile
GRACE = 2.0  # seconds that a request may take longer than its budget, or continue after it was cancelled
MOST_GAMES = 10_000  # of a match, for each pair
MOST_MATCHES = 4  # at the same time
MATCH_MS = 2000  # milliseconds a move, for agents with a clock
MATCH_BATCH = 300.0  # seconds that a few games of a match may take
MOST_RUNS = 2  # trainings and reproductions at the same time
EXPLAIN_BUDGET = 20_000

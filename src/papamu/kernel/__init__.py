"""What every game and algorithm stands on: compilation, dispatch, randomness, bits and grids.

Nothing in here knows a game.
"""

from papamu.kernel import cache

cache.prepare()

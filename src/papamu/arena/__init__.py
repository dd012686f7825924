"""The arena: who is stronger, and is that noise? Matches, tournaments, and the statistics on them."""

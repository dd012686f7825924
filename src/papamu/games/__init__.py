"""The five games: rules as kernels, and `Game` and `Position` for people."""

"""The laboratory: experiments as grids of cells, kept as they are done, on any number of workers; reports."""

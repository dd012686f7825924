"""Convolutional networks, with PyTorch: those of the checkers report, and residual ones that guide a tree."""

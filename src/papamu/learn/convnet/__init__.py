"""Convolutional networks, with PyTorch: the three of the checkers report, and residual ones that guide a tree."""

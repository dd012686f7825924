"""Convolutional networks with PyTorch: those of the checkers report, and the residual ones of AlphaZero.

What is here:

    torch_import      The import of PyTorch, in one place: only when it is needed, with a clear error where it is
                      missing
    weights           Weights of PyTorch modules as arrays by name, for files, copies and comparisons
    alphazero/        AlphaZero: a residual network that learns from self-play and guides a tree search (PUCT)
    checkers_report/  The convolutional networks of the checkers report: course, layers, inputs, training, model files
"""

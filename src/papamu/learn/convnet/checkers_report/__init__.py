"""The convolutional networks of the checkers report: course, layers, inputs, training, model files.

What is here:

    course      What decides a network of the checkers report (§5, §7): its layers, its inputs, how it learns
    inputs      Inputs of the checkers report's networks: a board as its codes, or as planes seen by a player
    model_file  Model files of the checkers report's networks (kind `cnn`): one tensor for each of PyTorch's, by name
    networks    The three networks of the checkers report, as PyTorch modules
    trainer     The trainer of the checkers report's networks: SGD on the squared error, curves, checkpoints, no NaN
                kept
"""

"""The multi-layer perceptron: its layers and activations, its policies, its health check, its model files.

What is here:

    activation          Activation functions and their slopes, for one value at a time
    choices             Names of activations and of start weights, apart from the kernels: `papamu train --help` needs
                        only the names
    comparison_network  Comparison networks (Konane thesis, §5.2): two boards in, out comes which of them is better
    diagnosis           The health check of a network: alive, dead or diverged? It plays a few games and changes
                        nothing
    model_file          Model files of multi-layer perceptrons: weights, course and results in one self-describing
                        file
    network             The multi-layer perceptron: forward pass and backpropagation, one position at a time, in
                        float32
    value_policy        The policy of a value network: it tries each move and takes the one whose board it values most
"""

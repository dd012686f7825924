"""Everything that learns: networks, self-organizing maps, encodings of boards, training sessions, model files.

What is here:

    board_files      Board files: boards with a search tree's values, as safetensors, or as parquet for other programs
    portion_loop     Long training in portions of about half a second, with reports, checkpoints and stopping
    tensor_file      Tensor files: safetensors with a JSON header that says what they hold
    tree_data        Training data from a search tree: boards with the tree's values, as in the checkers report (§5),
                     for any game
    tree_settings    Which search trees are grown for data, and which of their nodes are taken (checkers report, §5)
    convnet/         Convolutional networks with PyTorch: those of the checkers report, and the residual ones of
                     AlphaZero
    encodings/       Encodings: how a board becomes the inputs of a network
    mlp/             The multi-layer perceptron: its layers and activations, its policies, its health check, its model
                     files
    online/          Online learning of small networks: courses, update rules, whole games, sessions with checkpoints
    shipped_models/  The networks that ship with Papamu, each played by its name: `puct:model=checkers`, `mlp:blokus`
    som/             Self-organizing maps and TD learning on top of them (Reversi paper)
"""

"""Everything that learns: networks, self-organizing maps, encodings of boards, training sessions, model files.

What is here:

    board_files      Board files: boards with a search tree's values, as safetensors, or as parquet for other programs
    portion_loop     Long training in portions of about half a second, with reports, checkpoints and stopping
    saved_models     Networks of one's own as models with names: `papamu.save_model` and `papamu.load_model`
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
    shipped_models/  Networks that are played by their names: those that ship with Papamu (`puct:model=checkers`,
                     `mlp:blokus`), and those that a user has saved (`papamu.save_model`)
    som/             Self-organizing maps and TD learning on top of them (Reversi paper)
"""

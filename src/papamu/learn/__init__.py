"""What learns: networks, how boards become their inputs, training, and model files."""

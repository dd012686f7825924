"""What is tested of the documents: links, lines, commands, code, and every figure against the committed CSV files."""

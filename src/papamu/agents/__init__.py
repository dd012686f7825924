"""Everything that picks a move, by name: `mc:playouts=50`, `noisy:p=0.1+uct:sims=500`."""

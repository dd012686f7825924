"""Planes beyond the pieces, a file a game. All are imported at once: what is compiled must know its game's.

What is here:

    blokus    Blokus: the pieces that each player has used, the viewer first
    checkers  Checkers: the piece that must go on jumping, and how much of the quiet plies has passed
    contract  What a network must be shown beyond where pieces stand: how many planes, and what is on them
"""

from pkgutil import iter_modules

from papamu.core.registry import import_if_there
from papamu.learn.convnet.alphazero.extra_planes.contract import Picture, further, further_planes

__all__ = ["Picture", "further", "further_planes"]

for _file in iter_modules(__path__):
    import_if_there(f"{__name__}.{_file.name}")

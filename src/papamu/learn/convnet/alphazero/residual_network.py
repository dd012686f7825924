"""The residual network of AlphaZero: a value for each position, a logit for each move.

After He et al. (2015) and Silver et al. (2017), small enough for a CPU.

It is made of convolutions, and of means and maxima over the board: no part of it knows how large that is.
"""

from __future__ import annotations

import copy

from papamu.learn.convnet.alphazero.course import Shape
from papamu.learn.convnet.torch_import import import_torch

import_torch()  # one clear line where it is missing

import torch  # noqa: E402
from torch import Tensor, nn  # noqa: E402
from torch.nn.functional import linear  # noqa: E402

_JUDGES = 64  # nodes of the value's hidden layer


class _Block(nn.Module):
    """Two convolutions, and past them the input itself."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(channels)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.norm2.weight)  # at first a block changes nothing

    def forward(self, x: Tensor) -> Tensor:
        inner = torch.relu_(self.norm1(self.conv1(x)))
        out: Tensor = self.norm2(self.conv2(inner))
        out += x
        return torch.relu_(out)


def _by_cell(conv: nn.Conv2d, x: Tensor) -> Tensor:
    """A convolution of 1x1, channels last, but with the same bits in batches of any size."""
    out: Tensor = linear(x, conv.weight.flatten(1), conv.bias)
    return out


class Residual(nn.Module):
    """Pictures in, logits of moves and values out."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        channels = shape.channels
        self.stem = nn.Conv2d(shape.planes, channels, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(_Block(channels) for _ in range(shape.blocks))
        self.speak1 = nn.Conv2d(channels, channels, 1)
        self.speak2 = nn.Conv2d(channels, shape.voices, 1)
        self.beside = nn.Linear(channels, shape.beside) if shape.beside else None
        self.judge1 = nn.Linear(2 * channels, _JUDGES)
        self.judge2 = nn.Linear(_JUDGES, shape.values)

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """[position, row, column, plane] to logits [position, number] and values [position, 1 or players]."""
        x = pictures.permute(0, 3, 1, 2)  # in memory the planes of a cell lie side by side: channels last
        x = torch.relu_(self.norm(self.stem(x)))
        for block in self.blocks:
            x = block(x)
        mean = x.mean(dim=(2, 3))
        spoken = _by_cell(self.speak2, torch.relu_(_by_cell(self.speak1, x.permute(0, 2, 3, 1)))).flatten(1)
        if self.beside is not None:
            spoken = torch.cat((spoken, self.beside(mean)), dim=1)
        judged = torch.relu(self.judge1(torch.cat((mean, x.amax(dim=(2, 3))), dim=1)))
        return spoken, torch.tanh(self.judge2(judged))


def new_network(shape: Shape, seed: int) -> Residual:
    """A network that knows nothing: no move looks better than another, every position is even."""
    before = torch.get_rng_state()
    torch.manual_seed(seed)
    net = Residual(shape)
    net.to(memory_format=torch.channels_last)
    for last in (net.speak2, net.beside, net.judge2):
        for numbers in last.parameters() if last is not None else ():
            nn.init.zeros_(numbers)
    torch.set_rng_state(before)
    return net


def fold_batch_norm(net: Residual) -> Residual:
    """A copy that only plays: norms become part of the convolutions before them."""
    from torch.nn.utils.fusion import fuse_conv_bn_eval

    quick: Residual = copy.deepcopy(net)
    quick.eval()
    for owner, conv, norm in [(quick, "stem", "norm")] + [
        (block, f"conv{k}", f"norm{k}") for block in quick.blocks for k in (1, 2)
    ]:
        setattr(owner, conv, fuse_conv_bn_eval(getattr(owner, conv), getattr(owner, norm)))
        setattr(owner, norm, nn.Identity())
    for number in quick.parameters():
        number.requires_grad_(False)
    quick.to(memory_format=torch.channels_last)
    return quick

"""The network that plays where no file is named (`cnn`): made once, and kept with the package.

python -m papamu.papers.checkers.work.shipped_network src/papamu/learn/shipped_models/checkers-10x10.safetensors
"""

from __future__ import annotations

import sys
from dataclasses import asdict

from papamu.learn.convnet.checkers_report.course import PLANES, ReportCourse
from papamu.learn.convnet.checkers_report.trainer import ReportTrainer
from papamu.learn.tree_data import RANDOM, TreeData, collect_boards

GAME = "checkers:10x10"
DATA = TreeData(
    GAME, rollouts=300, nodes=40_000, min_visits=15, rollout=RANDOM, order=RANDOM, c=1.41, trees=4_000
)
COURSE = ReportCourse(
    GAME,
    version=3,
    hidden=64,
    kernel=3,
    lr=7e-4,
    epochs=8,
    batch=100,
    train=36_000,
    mixed=True,
    inputs=PLANES,
)


def make(path: str) -> None:
    """Grow trees, learn, write the file."""
    training = ReportTrainer(COURSE, collect_boards(DATA))
    while not training.is_finished:
        training.step(1)
        epoch, learned, tested = training.curve[-1]
        print(f"epoch {epoch}: training error {learned:.4f}, test error {tested:.4f}", flush=True)
    training.model({"data": asdict(DATA)}).save(path)


if __name__ == "__main__":
    make(sys.argv[1])

"""`train`: the one entry for all learners."""

from __future__ import annotations

from pathlib import Path

from papamu.training.progress import Report
from papamu.training.request import AlphaZeroRequest, MlpRequest, Request
from papamu.training.result import TrainingRun


def train(request: Request, report: Report | None = None) -> TrainingRun:
    """Carry out a training: learn, test, write the model. A finished one is found, a stopped one resumes.

    `report` is called about twice a second with how it stands.
    """
    if isinstance(request, MlpRequest):
        from papamu.training.mlp_run import train_mlp

        return train_mlp(request, report)
    if isinstance(request, AlphaZeroRequest):
        from papamu.training.alphazero_run import train_alphazero

        return train_alphazero(request, report)
    from papamu.training.som_run import train_som

    return train_som(request, report)


def folder_of(request: Request) -> Path:
    """Where a training is kept, whether it has begun or not."""
    if isinstance(request, MlpRequest):
        from papamu.training.mlp_run import folder_of as of_mlp

        return of_mlp(request).path
    if isinstance(request, AlphaZeroRequest):
        from papamu.training.alphazero_run import folder_of as of_alphazero

        return of_alphazero(request).path
    from papamu.training.som_run import folder_of as of_som

    return of_som(request).path

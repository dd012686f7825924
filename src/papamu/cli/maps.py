"""`papamu maps`: train self-organizing maps, and learn values on them."""

from __future__ import annotations

import json
from typing import Any

from papamu.cli import app
from papamu.cli.options import AsJson, GameSpec, GroupedCommand, command_line, given, with_options
from papamu.training.map_options import map_options


@app.command(cls=GroupedCommand)
@with_options(map_options().values())
def maps(spec: GameSpec, as_json: AsJson = False, **options: Any) -> None:
    """Train self-organizing maps, and learn values on them.

    The maps are trained with boards of random games; the values are learned by playing. The model file plays
    everywhere as som:FILE, and a page shows the maps.

    Progress is saved: after a stop the same command resumes, and finished maps are not trained again.
    """
    from papamu.cli.output import training_result
    from papamu.cli.output.training_progress import TrainingProgress
    from papamu.lab.render.run_page import write_page
    from papamu.training.map_options import map_request_of
    from papamu.training.train import folder_of, train

    request = map_request_of(spec, given(options), command_line())
    with TrainingProgress(folder_of(request), "steps") as progress:
        run = train(request, progress)
    page = write_page(run)
    if as_json:
        print(json.dumps({**run.summary(), "page": str(page)}, ensure_ascii=False, allow_nan=False))
    else:
        training_result.show(run)

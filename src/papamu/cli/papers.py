"""`papamu papers`: the list of studies."""

from __future__ import annotations

import json

from papamu.cli import app
from papamu.cli.options import AsJson


@app.command()
def papers(as_json: AsJson = False) -> None:
    """List the studies and how well their tables agree.

    And how long it takes to reproduce them.
    """
    from papamu.cli.output import paper_list
    from papamu.lab.run.reproduction import facts
    from papamu.papers import find, names

    studies = [find(name) for name in names()]
    if as_json:
        print(json.dumps([facts(paper) for paper in studies], ensure_ascii=False))
    else:
        paper_list.show(studies)

"""Evaluations of Clobber: moves first, since who has the last one wins."""

from __future__ import annotations

from papamu.search.evaluations.general import Material, Mobility
from papamu.search.evaluations.registry import register_own

register_own("clobber", "mobility", Mobility)
register_own("clobber", "material", Material)

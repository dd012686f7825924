"""Settings for all tests.

With `NUMBA_DISABLE_JIT=1` the rules run in the interpreter, a thousand times slower: tests then
use fewer games and smaller sizes through `effort`.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from papamu.kernel.jit import JIT
from tests.cli.terminal import terminal  # noqa: F401  (a fixture)
from tests.web.browser_fixtures import address, chrome, page  # noqa: F401  (fixtures)

# The same examples on every run: a failure here must be a failure everywhere.
settings.register_profile(
    "papamu", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=100
)
settings.register_profile("interpreted", settings.get_profile("papamu"), max_examples=10)
settings.load_profile("papamu" if JIT else "interpreted")

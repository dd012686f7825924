# Needs Python 3.11 or newer (with pip) and make, nothing else. `make help` lists what there is.
#
# Every environment is made once: a stamp file in it is younger than pyproject.toml, so a second call installs
# nothing. All paths are relative, so the folder may have spaces in its name.

export PIP_DISABLE_PIP_VERSION_CHECK = 1
export PIP_NO_INPUT = 1

# Which Python makes the environments: `make test PYTHON=/usr/bin/python3.12` chooses another one.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	$$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& echo $$python && break; done)

BIN := .venv/bin
BENCH := .venv-bench/bin
# More workers than a laptop has cores: some wait for servers, browsers, or for a kernel that another one compiles.
PYTEST := $(BIN)/python -m pytest -n 4 --dist worksteal
# What the interpreter can do in a reasonable time, and what is not about compilation itself.
SMALL := -m "not large and not jit"
# What tells whether another Numba works: compilation and its cache, the rules of all games, learning.
KERNEL_TESTS := tests/kernel tests/games/test_perft.py tests/learn/test_mlp.py

.DEFAULT_GOAL := help
.PHONY: help play play-terminal test check lint types docs-check test-plain test-bounds test-numba-ends coverage break-rules bench load pictures clean
.NOTPARALLEL:
.SILENT:

help: ## list these targets
	sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS='	' read -r name does; do printf '  make %-16s %s\n' "$$name" "$$does"; done

play: .venv/.installed-web ## play, watch and learn in the browser
	$(BIN)/papamu serve

play-terminal: .venv/.installed ## play a game in the terminal
	$(BIN)/papamu play

test: lint types .venv/.browser ## style, types and all tests
	echo "== tests"
	$(PYTEST)

check: test test-plain test-bounds ## everything: style, types, tests compiled, interpreted and bounds-checked

lint: .venv/.installed-dev ## look at style only
	echo "== ruff"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .

types: .venv/.installed-dev ## look at types only
	echo "== mypy"
	$(BIN)/python -m mypy

docs-check: .venv/.installed-dev ## look at the documents only: links, lines, commands, code, every figure (part of test)
	echo "== documents"
	$(BIN)/python -m pytest -q tests/docs

test-plain: .venv/.installed-dev ## run the tests of small boards in the interpreter (JIT off)
	echo "== tests with the JIT off"
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(SMALL)

test-bounds: .venv/.installed-dev ## run the tests of small boards with every array index checked
	echo "== tests with bounds checked, all kernels compiled anew"
	cache=$$(mktemp -d) && trap 'rm -rf "$$cache"' EXIT && \
		NUMBA_BOUNDSCHECK=1 PAPAMU_CACHE="$$cache" $(PYTEST) -m "not large"

test-numba-ends: .venv-numba-0.62/.installed .venv-numba-0.68/.installed ## run the tests of the kernels with the oldest and the newest Numba
	for end in 0.62 0.68; do \
		echo "== kernels with Numba $$end"; \
		cache=$$(mktemp -d); PAPAMU_CACHE="$$cache" .venv-numba-$$end/bin/python -m pytest -q $(KERNEL_TESTS); \
		failed=$$?; rm -rf "$$cache"; test $$failed = 0 || exit $$failed; \
	done

break-rules: .venv/.installed-dev ## break each rule once and see that a test notices (fifteen minutes)
	$(BIN)/python tests/break_rules.py

coverage: .venv/.installed-dev ## which lines the tests of small boards reach (JIT off)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -q $(SMALL)
	$(BIN)/python -m coverage report --skip-covered

bench: .venv-bench/.installed ## compare with OpenSpiel: the rules move by move, then the speed
	$(BENCH)/python -m pytest tests/games/test_openspiel.py
	$(BENCH)/papamu bench

load: .venv/.installed-dev .venv/.browser ## how soon the browser app shows something; a hundred games at once, its server killed in the middle (minutes)
	$(BIN)/python -m tests.web.cold_start
	$(BIN)/python -m tests.web.web_speed
	$(BIN)/python -m tests.web.web_load

pictures: .venv/.installed-dev ## draw the positions and photograph the pages shown in README.md
	mkdir -p docs/pictures
	$(BIN)/papamu show clobber:6x6 --random 8 --seed 1 --svg docs/pictures/clobber.svg
	$(BIN)/papamu show checkers:8x8 --random 30 --seed 4 --svg docs/pictures/checkers.svg
	$(BIN)/papamu show reversi:8x8 --random 24 --seed 1 --svg docs/pictures/reversi.svg
	$(BIN)/papamu show blokus --random 44 --seed 1 --svg docs/pictures/blokus.svg
	$(BIN)/papamu show konane:8x8 --random 16 --seed 4 --svg docs/pictures/konane.svg
	$(BIN)/python -m tests.web.screenshots

clean: ## remove the environments and everything else that can be made again
	rm -rf .venv .venv-bench .venv-numba-* .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage build dist src/*.egg-info
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# -- environments -----------------------------------------------------------------------------------------------

# A new, empty environment in the folder $(1).
define new-environment
	test -n "$(PYTHON)" || { echo "Papamu needs Python 3.11 or newer with venv and pip, and none was found." \
		"Install one, or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 2; }
	"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Papamu needs Python 3.11 or newer: $(PYTHON) is not (or does not run)." >&2; exit 2; }
	echo "Making an environment in $(1) with $$("$(PYTHON)" --version) …"
	rm -rf $(1)
	"$(PYTHON)" -m venv $(1)
endef

.venv/.made:
	$(call new-environment,.venv)
	touch $@

.venv-bench/.made:
	$(call new-environment,.venv-bench)
	touch $@

.venv/.installed: pyproject.toml | .venv/.made
	echo "Installing Papamu: once, one or two minutes (it downloads about 90 MB) …"
	$(BIN)/python -m pip install --editable .
	touch $@

.venv/.installed-web: pyproject.toml | .venv/.made
	echo "Installing Papamu with its browser app: once, one or two minutes (it downloads about 95 MB) …"
	$(BIN)/python -m pip install --editable '.[web]'
	touch .venv/.installed $@

.venv/.installed-dev: pyproject.toml | .venv/.made
	echo "Installing Papamu with its test tools: once, two or three minutes (PyTorch and Ray are among them: 400 MB or more) …"
	$(BIN)/python -m pip install --editable '.[dev]'
	touch .venv/.installed .venv/.installed-web $@

# The pages are tested in Chromium. Where it is missing it is installed if that needs no password; else those tests are skipped.
.venv/.browser: | .venv/.made
	test -n "$$(which chromium || which chromium-browser || which google-chrome)" || \
		{ test "$$(id -u)" = 0 && which apt-get >/dev/null 2>&1 && echo "Installing Chromium for the tests of the pages …" && \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } || \
		echo "No Chromium here: the tests of the pages are skipped (on Debian: apt-get install chromium)."
	touch $@

# One release line of Numba, named by the folder.
.venv-numba-%/.installed: pyproject.toml
	$(call new-environment,.venv-numba-$*)
	echo "Installing Papamu with Numba $*: once, a minute or two …"
	.venv-numba-$*/bin/python -m pip install --editable . "numba==$*.*" 'hypothesis>=6.100,<7' 'pytest>=8.3,<10'
	touch $@

.venv-bench/.installed: pyproject.toml | .venv-bench/.made
	echo "Installing Papamu and OpenSpiel: once, two or three minutes (PyTorch is among it: 400 MB or more) …"
	$(BENCH)/python -m pip install --only-binary open_spiel --editable '.[bench]' || \
		{ echo "No ready-made OpenSpiel for $$($(BENCH)/python --version) on this system: try another Python" \
		"(make bench PYTHON=python3.11), or measure without it: make play-terminal once, then .venv/bin/papamu bench" >&2; exit 2; }
	touch $@

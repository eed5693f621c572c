# Everything one does with this repository. It needs make and Python 3.11 or newer (with venv);
# the rest is installed into .venv on first use, from the hashed files in requirements/.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Two installs into one .venv must not overlap.
.NOTPARALLEL:

CANDIDATES := python3.11 python3 python3.12 python3.13 python3.14 python
FITS       := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON     ?= $(shell for p in $(CANDIDATES); do $$p -c '$(FITS)' >/dev/null 2>&1 && echo $$p && break; done)
UV         ?= uv
BIN        := .venv/bin
# Wheels only, since building from source would fetch build tools that carry no hash.
PIP        := $(BIN)/python -m pip --disable-pip-version-check -qq
LOCKED     := $(PIP) install --require-hashes --only-binary :all:
OURSELVES  := $(PIP) install --no-deps --no-build-isolation --editable '.[all]'
# More than there are cores: many tests wait for a process or a page.
WORKERS    ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1); echo $$((n < 4 ? n + 2 : 6)))
PYTEST     := $(BIN)/python -m pytest --quiet -n $(WORKERS) --dist worksteal
# What `make quick` tests: the rules of the game, with the examples in their docstrings.
RULES      := cards strength rules notation masa tournament
# Outside of the checkout, so that a fresh clone checks only what has changed.
MYPY       := $(BIN)/mypy --cache-dir=$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/pokermasa/mypy
# Runs $(1) beside $(2). The output of $(1) is printed at the end; both have to succeed.
beside      = @said=$$(mktemp); ($(1)) >$$said 2>&1 & other=$$!; failed=0; \
	($(2)) || failed=1; wait $$other || failed=1; cat $$said; rm -f $$said; exit $$failed

# Compiled files are kept, or each of the hundreds of processes in the tests compiles ours again.
unexport PYTHONDONTWRITEBYTECODE

# What `make run` starts: make run ARGS="--help"
ARGS    ?= serve
# How long `make soak` goes on.
SECONDS ?= 60
# What draws the cases of `make test` (by default the commit: tests/sampling.py), and what `make soak`
# plays (by default something new each time).
SEED    ?=
export SEED
# On which database the rooms of the tests are kept: sqlite or postgres. `make soak` tries both.
STORE   ?=
export STORE

.PHONY: help run quick test check style types tests web docs format bench coverage mission soak site strength load lock release clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: .venv/.run web ## open the room on this machine
	@$(BIN)/masa $(ARGS)

quick: style ## format, lint, types, and the rules of the game: under a minute
	$(call beside,$(MYPY),$(PYTEST) $(RULES:%=tests/%) $(RULES:%=src/pokermasa/%))

test: check ## every check; what a change must pass

# Compiled code is made before the tests start, or each of their processes would make it.
check: style .venv/.rivals web ## style, types, tests (examples in docstrings and docs included)
	$(call beside,$(MYPY) && $(BIN)/python web/build.py --check,$(BIN)/python -m tests.compiled && $(PYTEST))

style: .venv/.dev ## formatting and lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/.dev ## mypy, strict
	$(MYPY)

tests: .venv/.dev .venv/.rivals web ## the web client's types and tests; pytest: tests, docstrings, docs
	$(BIN)/python web/build.py --check
	$(PYTEST)

web: .venv/.made ## build the web client, if its sources have changed
	@$(BIN)/python web/build.py --ready || $(LOCKED) -r requirements/web.txt
	@$(BIN)/python web/build.py

docs: .venv/.dev ## only the examples in docstrings, docs and README
	$(PYTEST) src docs README.md

format: .venv/.dev ## put the code in shape
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: .venv/.dev ## hands and evaluations a second, beside the peers
	$(BIN)/python -m bench

coverage: .venv/.rivals web ## which lines of src no test runs (takes twice as long as the tests)
	$(PYTEST) --cov=pokermasa --cov-report=term:skip-covered tests src docs README.md

mission: .venv/.dev ## the statements of docs/mission.md that no test shows yet
	@$(BIN)/python -m tests.mission

soak: .venv/.ray web ## play against other engines: make soak SECONDS=600 SEED=1
	SECONDS=$(SECONDS) $(BIN)/python -m pytest -m soak -s tests
	EXAMPLES=400 $(PYTEST) -m 'hypothesis and not soak' tests
	WHOLE=1 $(PYTEST) -m 'sampled or heavy' tests
	STORE=postgres $(PYTEST) tests/server
	PROCESSES=2 $(PYTEST) tests/server

strength: .venv/.dev .venv/.rivals ## the house bot against everybody it should beat (most of an hour)
	$(BIN)/python -m bench.strength $(STRENGTH)

load: .venv/.dev ## what one server process carries: make load LOAD="--idle 5000"
	$(BIN)/python -m bench.load $(LOAD)

site: .venv/.dev ## the documentation as web pages, in build/site
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -b html docs build/site
	@echo "Open build/site/index.html"

release: .venv/.dev web ## build what is released, if it is ready
	$(BIN)/python .ci/release

lock: ## renew requirements/*.txt (needs uv; LOCK=--upgrade takes newer versions)
	requirements/lock $(UV) $(LOCK)

clean: ## forget .venv and everything made
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	rm -rf web/node_modules web/lib/wire.ts web/lib/api.ts src/pokermasa/server/web
	find src tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# A stamp is written only after the whole install went well, and is older than the lock once that changes.
.venv/.made:
	@test -n "$(PYTHON)" || { echo "pokermasa needs Python 3.11 or newer with venv on the PATH, or: make PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c '$(FITS)' || { echo "$(PYTHON) is not Python 3.11 or newer with venv" >&2; exit 1; }
	@echo "Setting up .venv with $$($(PYTHON) --version) (once; a minute or two)"
	@$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/.run .venv/.dev: .venv/.%: requirements/%.txt pyproject.toml | .venv/.made
	@echo "Installing requirements/$*.txt"
	@$(LOCKED) -r requirements/$*.txt
	@$(OURSELVES)
	@touch $@

.venv/.ray: requirements/ray.txt .venv/.dev
	@echo "Installing $<"
	@$(LOCKED) -r $<
	@touch $@

# The outside opponents have no wheels; what builds them came, hashed, with requirements/dev.txt.
.venv/.rivals: requirements/rivals.txt .venv/.dev
	@echo "Installing requirements/rivals.txt"
	@$(PIP) install --require-hashes --no-deps --no-build-isolation -r requirements/rivals.txt
	@touch $@

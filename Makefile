# Commands for working with this repository. They need make and Python 3.11 or newer with venv.
# Everything else is installed into .venv on first use, from the hashed files in requirements/.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# Two installs into one .venv must not overlap.
.NOTPARALLEL:

CANDIDATES := python3.11 python3 python3.12 python3.13 python3.14 python
FITS       := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON     ?= $(shell for p in $(CANDIDATES); do $$p -c '$(FITS)' >/dev/null 2>&1 && echo $$p && break; done)
UV         ?= uv
BIN        := .venv/bin
# Only wheels are allowed, because a build from source would fetch build tools without a hash.
PIP        := $(BIN)/python -m pip --disable-pip-version-check -qq
LOCKED     := $(PIP) install --require-hashes --only-binary :all:
OURSELVES  := $(PIP) install --no-deps --no-build-isolation --editable '.[all]'
# Number of test workers. It exceeds the number of cores, because many tests wait for a process or a
# web page.
WORKERS    ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1); echo $$((n < 2 ? 3 : 6)))
PYTEST     := $(BIN)/python -m pytest --quiet -n $(WORKERS) --dist worksteal
# Packages that `make quick` tests: the rules of the game, with the examples in their docstrings.
RULES      := cards strength rules notation masa tournament
# The mypy cache is outside of the repository, so that a new clone checks only changed files.
MYPY       := $(BIN)/mypy --cache-dir=$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/pokermasa/mypy
# Runs $(1) and $(2) at the same time and fails if one of them fails. The output of $(1) is printed
# at the end.
beside      = @said=$$(mktemp); ($(1)) >$$said 2>&1 & other=$$!; failed=0; \
	($(2)) || failed=1; wait $$other || failed=1; cat $$said; rm -f $$said; exit $$failed

# Compiled Python files are kept. Otherwise each of the hundreds of test processes would compile our
# modules again.
unexport PYTHONDONTWRITEBYTECODE

# Arguments of `masa` for `make run`: make run ARGS="--help"
ARGS    ?= serve
# Duration of `make soak`, in seconds.
SECONDS ?= 60
# Seed of the random test cases. The default is the commit for `make test` (tests/sampling.py), and a
# new random number for `make soak`.
SEED    ?=
export SEED
# Database of the rooms in the tests: sqlite or postgres. `make soak` uses both.
STORE   ?=
export STORE

.PHONY: help run quick test check style types tests web docs format bench coverage mission soak site strength load lock release clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: .venv/.run web ## open the room on this machine
	@$(BIN)/masa $(ARGS)

quick: style ## format, lint, types, and the rules of the game: under a minute
	$(call beside,$(MYPY),$(PYTEST) $(RULES:%=tests/%) $(RULES:%=src/pokermasa/%))

test: check ## run every check; a change must pass all of them

# The code is compiled before the tests start. Otherwise each test process would compile it.
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

docs: .venv/.dev ## test the examples in docstrings, docs and README
	$(PYTEST) src docs README.md

format: .venv/.dev ## format the code and repair lint errors
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: .venv/.dev ## measure hands and evaluations per second, and compare with other engines
	$(BIN)/python -m bench

coverage: .venv/.rivals web ## list the lines of src that no test runs (takes twice as long as the tests)
	$(PYTEST) --cov=pokermasa --cov-report=term:skip-covered tests src docs README.md

mission: .venv/.dev ## list the statements of docs/mission.md that no test covers yet
	@$(BIN)/python -m tests.mission

soak: .venv/.ray web ## play against other engines: make soak SECONDS=600 SEED=1
	SECONDS=$(SECONDS) $(BIN)/python -m pytest -m soak -s tests
	WHOLE=1 EXAMPLES=400 $(PYTEST) -m 'hypothesis and not soak' tests
	WHOLE=1 $(PYTEST) -m '(sampled or rotated) and not soak' tests
	STORE=postgres $(PYTEST) tests/server
	PROCESSES=2 $(PYTEST) tests/server
	LOOP=asyncio $(PYTEST) tests/server

strength: .venv/.dev .venv/.rivals ## play the house bot against all bots it should beat (almost an hour)
	$(BIN)/python -m bench.strength $(STRENGTH)

load: .venv/.dev ## measure the load that one server process can carry: make load LOAD="--idle 5000"
	$(BIN)/python -m bench.load $(LOAD)

site: .venv/.dev ## build the documentation as web pages in build/site
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet -b html docs build/site
	@echo "Open build/site/index.html"

release: .venv/.dev web ## build the release files, if all conditions are met
	$(BIN)/python .ci/release

lock: ## renew requirements/*.txt (needs uv; LOCK=--upgrade takes newer versions)
	requirements/lock $(UV) $(LOCK)

clean: ## delete .venv and all generated files
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	rm -rf web/node_modules web/lib/wire.ts web/lib/api.ts src/pokermasa/server/web
	find src tests bench examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Stamp files record finished installs. A changed lock file is newer than its stamp, so that make
# installs again.
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

# The bots of other projects have no wheels. Their build tools are in requirements/dev.txt, with hashes.
.venv/.rivals: requirements/rivals.txt .venv/.dev
	@echo "Installing requirements/rivals.txt"
	@$(PIP) install --require-hashes --no-deps --no-build-isolation -r requirements/rivals.txt
	@touch $@

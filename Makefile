# Two commands do all the set-up: `make lab` opens the notebooks, `make test` runs every check.
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
NODE := node_modules/.ready
NOTEBOOK ?= notebooks/00_start.ipynb
JOBS ?= 2
BROWSERS ?= 3
ARGS ?=

# A kernel of the same name in the home folder must not stand in for this one.
export JUPYTER_PREFER_ENV_PATH := 1
# Compiled modules are kept: without them every server, kernel and worker of a run would compile all packages anew.
unexport PYTHONDONTWRITEBYTECODE
LAB_FLAGS ?=

.PHONY: help setup lab serve site site-bench test lint unit browser nightly bench golden constraints format strip pictures screenshots clean

help:
	@echo "make lab      open JupyterLab on the start notebook (LAB_FLAGS=--no-browser on a server)"
	@echo "make test     everything: lint, types, layers, tests, browser tests"
	@echo "make serve    games, lessons, rules and the editor as pages on this machine"
	@echo "make site     the laboratory as a folder of static files that needs no server, into build/site"
	@echo "make lint unit browser nightly bench    parts of it, and the long ones"
	@echo "make site-bench    what a visitor of the site waits for, into docs/site.md"
	@echo "make golden    renew the digests of seeded games after a change of the rules"
	@echo "make format    lay out the JavaScript and the style sheets"
	@echo "make strip    empty the outputs of all notebooks before a commit"
	@echo "make pictures    take the pictures of the README anew"
	@echo "make screenshots    every notebook as JupyterLab shows it, into build/notebooks"
	@echo "make constraints    new versions of all packages; run make test after it"
	@echo "make clean    throw away what was built"

setup: $(READY)

$(READY): pyproject.toml constraints.txt tools/venv.sh $(wildcard kernel_ext/etc/jupyter/*/*)
	@tools/venv.sh $(VENV)
	@touch $@

$(NODE): package.json tools/node.sh
	@tools/node.sh

# How JupyterLab is started stands in rules/theomachy/lab.py.
lab: $(READY)
	$(BIN)/theomachy lab --notebook $(NOTEBOOK) -- $(LAB_FLAGS)

serve: $(READY)
	$(BIN)/theomachy serve $(ARGS)

# Any web host serves the folder; to look at it here: python -m http.server --directory build/site
site: $(READY) $(NODE)
	$(BIN)/python site/build.py $(ARGS)

# How long a visitor waits, over a slow line; the table goes into docs/site.md.
site-bench: $(READY) $(NODE)
	@tools/chromium.sh
	$(BIN)/python site/build.py
	$(BIN)/python -m tools.site_bench $(ARGS)

test: lint unit browser

lint: $(READY) $(NODE)
	$(BIN)/ruff check --quiet .
	$(BIN)/lint-imports
	$(BIN)/python tools/house.py .
	$(BIN)/mypy
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc

unit: $(READY)
	@mkdir -p build
	$(BIN)/python -m pytest -n $(JOBS) -m "not browser and not nightly" --rule-report=build/rules.json $(ARGS)

# The site is built before, since a test has two minutes and a busy machine takes longer to build. Three at once, each with a browser and a JupyterLab of its own: a test waits for its page most of the time. Those that
# measure time are nightly, and alone.
browser: $(READY) $(NODE)
	@tools/chromium.sh
	$(BIN)/python site/build.py --games-only --few --out build/site_few
	THEOMACHY_SITE=build/site_few $(BIN)/python -m pytest -n $(BROWSERS) --dist worksteal -m "browser and not nightly" tests/browser $(ARGS)

nightly: $(READY)
	@tools/chromium.sh
	$(BIN)/python -m pytest -n 0 -m nightly --timeout 1800 $(ARGS)

# Every game beside the yardsticks, in one interleaved run; the table goes into docs/benchmark.md.
bench: $(READY)
	$(BIN)/python -m tools.benchmark $(ARGS)

# After a change of the rules that was meant: the digests of the seeded games.
golden: $(READY)
	$(BIN)/python tests/conformance/golden.py

# The one way in which JavaScript and style sheets are laid out.
format: $(NODE)
	node_modules/.bin/biome check --write

strip: $(READY)
	$(BIN)/python tools/strip_notebooks.py notebooks examples

# The product, served, as Chromium shows it.
pictures: $(READY)
	@tools/chromium.sh
	$(BIN)/python -m tools.pictures $(ARGS)

# Every notebook, run in JupyterLab, at three widths, light and dark: to be looked at.
screenshots: $(READY)
	@tools/chromium.sh
	$(BIN)/python -m tools.screenshots $(ARGS)

constraints:
	tools/freeze.sh

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find rules widgets kernel_ext tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# Two commands matter: `make bench` runs the main job, `make test` proves the code. Both set themselves up.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help setup bench test corpus truths leaderboard bars crawlers bench-crawler bench-oracle bench-gateway lock clean

help:
	@echo "make bench   set up, then run 'bench run sites.yaml' on the embedded sites (no internet needed)"
	@echo "make test    set up, then format check, lint, types, import contracts and tests"
	@echo "make corpus  install the pinned sites of sites/corpus.yaml, and check them"
	@echo "make truths  let the browser explore the corpus anew, and freeze what it finds"
	@echo "make leaderboard   several crawlers over the corpus; the table goes into README.md"
	@echo "make bars    the long measurements"
	@echo "make bench-crawler   the crawler's pages per CPU-second beside other crawlers'"
	@echo "make bench-oracle    what a page costs the oracle beside a bare browser's loop"
	@echo "make crawlers   install other crawlers to measure, each apart, in .crawlers"
	@echo "make bench-gateway   what the gateway costs, by itself and beside nginx"
	@echo "make lock    resolve requirements.lock anew"
	@echo "make clean   remove .venv and caches"

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 4; }
	@$(PYTHON) -m venv .venv || \
		{ echo "python3 cannot make a virtual environment; on Debian: apt-get install python3-venv"; exit 4; }
	@echo "installing from requirements.lock; this may take some minutes, and says nothing meanwhile"
	$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/bench doctor --install
	@touch $@

bench: $(READY)
	$(BIN)/bench run sites.yaml
	@echo "From now on: .venv/bin/bench run sites.yaml   (.venv/bin/bench --help)"

test: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest
	$(BIN)/pytest tests/report_html
	@echo "From now on: .venv/bin/pytest, and .venv/bin/bench --help"

corpus: $(READY)
	$(BIN)/bench install sites/corpus.yaml --truth sites/corpus

# Sites that fail, or are not there, keep the truth that they had.
truths: $(READY)
	-$(BIN)/bench run sites/corpus.yaml --out results
	$(BIN)/bench freeze sites/corpus --out results

CRAWLERS := ours scrapy crawlee wget

# A site that could not be measured is named in the table's head, and ends the run with 3.
leaderboard: $(READY)
	$(BIN)/bench crawlers --install $(filter-out ours wget,$(CRAWLERS))
	$(BIN)/bench run sites/corpus.yaml --truth sites/corpus $(addprefix --crawler ,$(CRAWLERS)); \
		code=$$?; $(BIN)/bench leaderboard README.md && exit $$code

bars: $(READY)
	$(BIN)/pytest -m bar --timeout=3600 -s

crawlers: $(READY)
	$(BIN)/bench crawlers --install

bench-crawler: $(READY)
	$(BIN)/python tests/bars/bench_crawler.py

bench-oracle: $(READY)
	$(BIN)/python -m tests.bars.bench_oracle

bench-gateway: $(READY)
	$(BIN)/python -m tests.bars.bench_gateway

# uv resolves for every platform and Python version at once; it is needed here only.
lock: $(READY)
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --group dev --universal --generate-hashes --upgrade \
		--python-version 3.11 --no-emit-index-url --no-header --quiet -o requirements.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .import_linter_cache .hypothesis

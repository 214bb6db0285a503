# Two commands are enough on a machine with Python 3.11 or newer, git and make:
#   make demo   builds the graph of the bundled sample in graphs/
#   make test   runs the tests; CHECKS=1 adds linting, types and import contracts
# Every target creates the environment it needs in .venv.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
CHECKS ?=
SHELL  := /bin/sh

.DEFAULT_GOAL := help
SUITE  := -m pytest -q -n auto --dist worksteal $(if $(CHECKS),,-m "not slow")

.PHONY: help demo docs test lowest coverage check figures facts audit cassettes fuzz torture mutants reader clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile

demo: $(VENV)/installed ## build the graph of the bundled sample in graphs/
	$(BIN)/papertrace build --output graphs
	@echo "Open graphs/papers.html in a browser. The program is $(BIN)/papertrace."

docs: $(VENV)/with-docs ## build the documentation in docs-site/
	$(BIN)/python -m tools.build_docs
	@echo "Open docs-site/index.html in a browser."

test: $(VENV)/with-tests $(if $(CHECKS),check) ## run the tests (CHECKS=1: also the slow ones, linting, types and import contracts)
	$(BIN)/python $(SUITE)

lowest: ## run the tests with the lowest versions of all dependencies that pyproject.toml allows
	$(PYTHON) -m venv --clear .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet uv
	.venv-lowest/bin/uv pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct \
		--editable . --group test
	.venv-lowest/bin/python $(SUITE) --ignore tests/browser

coverage: $(VENV)/with-coverage ## run the tests and list the lines and branches that none of them reaches; fails below 95 %
	$(BIN)/coverage erase
	# Tests that list what is imported, or bound times, may fail while they are measured; make test decides on them.
	-$(BIN)/coverage run $(SUITE) --ignore tests/browser
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

check: $(VENV)/with-checks ## lint code and pages, check types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/lint_pages.py

figures: $(VENV)/with-tests ## measure the promised figures on the real listings
	$(BIN)/python benchmarks/figures.py

facts: $(VENV)/with-bench ## measure reading and extraction: accuracy, speed, memory, compared with packages from PyPI
	-$(BIN)/python benchmarks/bench_facts.py
	-$(BIN)/python benchmarks/bench_claims.py
	-$(BIN)/python benchmarks/bench_urls.py
	-$(BIN)/python benchmarks/bench_keyphrases.py
	-$(BIN)/python benchmarks/bench_extraction.py
	-$(BIN)/python benchmarks/bench_reading.py --records 10000 100000 --format arxiv-json
	-$(BIN)/python benchmarks/bench_reading.py --records 1000 10000 --format awesome-list
	-$(BIN)/python benchmarks/bench_corpus.py

audit: $(VENV)/with-tests ## measure the audit: speed, scale, recovery, compared with other link checkers from PyPI
	$(BIN)/python benchmarks/bench_audit_kills.py
	$(BIN)/python benchmarks/bench_audit_scale.py
	$(BIN)/python benchmarks/bench_audit_speed.py
	$(BIN)/python benchmarks/bench_audit_waiting.py
	$(BIN)/python benchmarks/bench_audit.py --peers $(VENV)/checkers

cassettes: $(VENV)/with-tests ## record the cassettes again from the loopback server of the tests
	$(BIN)/python tests/origin --record

fuzz: $(VENV)/with-fuzz ## run coverage-guided fuzzing of the readers and the URL scanner for a minute
	$(BIN)/python tests/fuzz/run.py --seconds 60

torture: $(VENV)/with-tests ## damaged inputs, hostile texts, full disks, signals and more for SECONDS (default: 600)
	$(BIN)/python tests/torture/run.py --seconds $(or $(SECONDS),600)

mutants: $(VENV)/with-mutants ## count the changes to single modules that their own tests notice
	$(BIN)/python tools/mutants.py --survivors $(AREAS)

reader: $(VENV)/with-reader ## train the model that reads lists in build/reader, and fail if it reads worse than the one of the package
	$(BIN)/python -m tools.reader.train build/reader $(READER)

clean: ## remove generated files
	rm -rf $(VENV) .venv-* docs-site graphs/papers.html .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage*

$(VENV)/pip: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "papertrace needs Python 3.11 or newer; give one, such as make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/installed: $(VENV)/pip
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/with-tests: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --group test
	@touch $@

$(VENV)/with-checks: $(VENV)/with-tests
	$(BIN)/python -m pip install --quiet --group check
	@touch $@

$(VENV)/with-coverage: $(VENV)/with-tests
	$(BIN)/python -m pip install --quiet --group coverage
	@touch $@

$(VENV)/with-docs: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --group docs
	@touch $@

$(VENV)/with-bench: $(VENV)/with-tests
	$(BIN)/python -m pip install --quiet --group bench
	@touch $@

$(VENV)/with-fuzz: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --group fuzz
	@touch $@

$(VENV)/with-reader: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --group reader
	@touch $@

$(VENV)/with-mutants: $(VENV)/with-tests
	$(BIN)/python -m pip install --quiet --group mutants
	@touch $@

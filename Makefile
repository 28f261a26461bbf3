# The first target that needs the virtualenv builds it; later ones rebuild it only when
# pyproject.toml changes. Another interpreter: `make PYTHON=python3.12 test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test lint unit selfcheck test-slow bench clean
.DEFAULT_GOAL := test

demo: $(STAMP)  ## explore two examples, the second with a bug, and compare the strategies
	$(BIN)/heapwise explore examples/swap.tiny
	$(BIN)/heapwise explore examples/list.tiny -v || test $$? -eq 1  # 1: it found the violation
	$(BIN)/heapwise compare benchmarks/pose/avl_maxElement.tiny

test: lint unit selfcheck  ## everything a change must pass

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy src tests
	$(BIN)/lint-imports

unit: $(STAMP)
	$(BIN)/python -m pytest -q -n auto

selfcheck: $(STAMP)  ## the laws on generated programs, under every strategy
	$(BIN)/heapwise selfcheck --programs 300 --seed 1 --quiet

test-slow: $(STAMP)  ## the tests marked `slow`
	$(BIN)/python -m pytest -q -n auto -m slow

bench: $(STAMP)  ## the published table, next to our numbers
	$(BIN)/python -m benchmarks.pose_table

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "heapwise needs Python 3.11 or later; try make PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

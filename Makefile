# The first target that needs the virtualenv builds it; later ones rebuild it only when
# pyproject.toml changes. Another interpreter: `make PYTHON=python3.12 test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# The tests start hundreds of processes: without compiled modules each of them would compile the
# package anew, which is a third of the time of the suite.
COMPILED := env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m

.PHONY: demo test test-fast test-browser screenshots mutants lint style types unit selfcheck test-slow bench bench-speed bench-scale bench-sample bench-ordinary bench-peers docs release java-classes clean
.DEFAULT_GOAL := test

# Exit code 1 says that a violation was found: in a demo that is the point.
demo: $(STAMP)  ## strategies on a small program; then a bug and a test file from Python code
	@mkdir -p build
	$(BIN)/heapwise compare benchmarks/pose/avl_maxElement.tiny
	@echo
	$(BIN)/heapwise check examples/bank.py || test $$? -eq 1
	@echo
	$(BIN)/heapwise tests examples/bank.py -o build/test_bank.py || test $$? -eq 1
	@echo
	$(BIN)/python -m pytest -q -p no:cacheprovider build/test_bank.py
	@echo
	$(BIN)/heapwise check examples/bank.py --quiet --html build/report.html || test $$? -eq 1
	@echo "open build/report.html in a browser to look at it"

# Style and types take one core for a while: they are checked, and the laws on generated programs,
# beside the tests. What these say is printed when the tests are through.
test: $(STAMP)  ## everything a change must pass
	@mkdir -p build
	@$(MAKE) --no-print-directory style types selfcheck > build/beside.log 2>&1 & beside=$$!; trap "kill $$beside" INT TERM; \
	$(MAKE) --no-print-directory unit; unit=$$?; \
	wait $$beside; beside=$$?; cat build/beside.log; exit $$((unit | beside))

lint: style types

style: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: $(STAMP)
	$(BIN)/mypy src tests

unit: $(STAMP)
	$(COMPILED) pytest -q -n auto --max-worker-restart=0

test-fast: $(STAMP)  ## the nearest tests of what was changed since main, or of PKG=heaps
	$(COMPILED) tests.fast $(PKG)

mutants: $(STAMP)  ## do the tests notice? 600 mutants of the core, or N=100 of PKG=heaps; J packages at once, as many as cores; docs/mutants.md
	nice -n 15 $(BIN)/python -m tests.mutation $(if $(N),--count $(N)) $(if $(PKG),--package $(PKG)) $(if $(J),-j $(J))

BROWSER := $(VENV)/.browser

test-browser: $(BROWSER)  ## the pages of --html in the system's Chromium
	$(BIN)/python -m pytest -q -m browser tests/browser

screenshots: $(BROWSER)  ## the pictures of the README, by the system's Chromium
	$(BIN)/python -m tests.browser.screenshots docs/pictures

$(BROWSER): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[browser]'
	touch $@

selfcheck: $(STAMP)  ## the laws on generated programs, under every strategy
	$(COMPILED) heapwise selfcheck --programs 300 --seed 1 --quiet

test-slow: $(STAMP)  ## the tests marked `slow`
	$(COMPILED) pytest -q -n auto -m slow

bench: $(STAMP)  ## the published table, next to our numbers
	$(BIN)/python -m benchmarks.pose_table

bench-speed: $(STAMP)  ## CPU time of plain exploration, beside that of another checkout: AGAINST=DIR
	$(COMPILED) benchmarks.speed $(if $(AGAINST),--against $(AGAINST))

bench-scale: $(STAMP)  ## one tree on one process and on several: time, cost, units; 1,024 workers simulated
	$(BIN)/python -m benchmarks.scale --plot docs/scale.svg

bench-sample: $(STAMP)  ## annotated functions of packages from PyPI: which does `check` get through, and why not the others?
	$(BIN)/python -m benchmarks.python.sample

bench-ordinary: $(STAMP)  ## how many failures of ordinary functions check finds
	$(BIN)/python -m benchmarks.python.ordinary.run

bench-peers: $(STAMP)  ## the seeded bugs of benchmarks/python under CrossHair (fetched from PyPI) and Heapwise
	$(BIN)/python -m benchmarks.peers.crosshair
	$(BIN)/python -m benchmarks.peers.versions

release: $(STAMP)  ## wheel and source distribution in dist, installed and tried in clean environments
	rm -rf dist
	$(BIN)/python -m build --quiet --outdir dist .
	$(BIN)/python site/try_release.py dist $(PYTHONS)

docs: $(STAMP)  ## the site, in build/site; no network is needed
	$(BIN)/python site/assemble.py build/site-source
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --config-file site/mkdocs.yml

# Needs javac of Java 21 or later; the class files are committed, so nothing else does.
java-classes:  ## compile the Java sources of the package, the benchmarks and the tests anew
	javac --release 11 -Xlint:all -d src/heapwise/testgen/java/classes $$(find src/heapwise/testgen/java/source -name '*.java')
	javac --release 17 -g -d benchmarks/java/classes benchmarks/java/source/kiasan/*.java
	javac --release 17 -g -cp src/heapwise/testgen/java/classes -d benchmarks/java/classes benchmarks/java/source/lissa/*.java
	javac --patch-module java.base=benchmarks/java/stubs -d build/stubs benchmarks/java/stubs/java/util/*.java
	javac -source 17 -target 17 -g --patch-module java.base=build/stubs -d benchmarks/java/classes benchmarks/java/source/invariants/*.java
	javac -source 11 -target 11 -Xlint:-options -g --patch-module java.base=build/stubs -d src/heapwise/testgen/java/classes src/heapwise/testgen/java/jdk/heapwise/jdk/*.java
	PYTHONPATH=tests/laws $(BIN)/python tests/laws/java_operations/source.py
	javac --release 17 -g -cp src/heapwise/testgen/java/classes -d tests/programs_java/classes $$(find tests/programs_java/source -name '*.java')
	for each in before now; do javac --release 17 -nowarn -g -d tests/programs_java/versions/$$each tests/programs_java/versions/$$each/versions/*.java; done
	javac --release 21 -g -d tests/programs_java/patterns tests/programs_java/patterns/*.java

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "heapwise needs Python 3.11 or later; try make PYTHON=python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

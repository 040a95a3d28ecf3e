# `make run` needs python3 with venv, and nothing else; the rest is for those who change the site.
PYTHON ?= python3
BIN := .venv/bin
DATABASE_TESTS := --ds=tests.settings_postgres

.PHONY: run test quick lint bench bench-site bench-sweep bench-outage bench-notices bench-load screenshots clean

run: .venv/site
	@exec $(BIN)/python manage.py up

test: .venv/tests  # three at once on two cores: whoever starts processes mostly waits for them
	tests/install_missing.sh
	$(BIN)/python -m pytest -n 3
	$(BIN)/python -m pytest -n 2 --dist worksteal $(DATABASE_TESTS)

quick: .venv/tests
	$(BIN)/python -m pytest -n 2 -m "not browser and not processes and not redis and not long"

lint: .venv/tests
	tests/lint.sh

screenshots: .venv/tests
	tests/install_missing.sh
	$(BIN)/python -m tests.screenshots

bench: .venv/tests
	$(BIN)/python benches/engine.py

bench-site bench-sweep bench-outage bench-notices: .venv/tests
	$(BIN)/python -W ignore -m benches.$(@:bench-%=%) $(ARGS)

bench-load: .venv/tests
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r benches/requirements.txt
	$(BIN)/python -W ignore -m benches.load $(ARGS)

.venv/site: requirements.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/tests: .venv/site tests/requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# `make run` needs python3 with venv, and nothing else; the rest is for those who change the site.
PYTHON ?= python3
BIN := .venv/bin
DATABASE_TESTS := --ds=tests.settings_postgres
QUICK := --ask first -m "not browser and not processes and not redis and not long and not late"

LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
    --custom-compile-command 'make lock'
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement

unexport PYTHONDONTWRITEBYTECODE  # else each of the many processes compiles everything anew

.PHONY: run test rest quick slow soak mutants simulate lint lock bench bench-site bench-pages bench-dear bench-lists bench-prepared bench-sweep bench-outage bench-notices bench-people bench-search bench-ladder bench-moderation bench-analysis bench-load bench-start bench-conditional bench-setups bench-computers bench-coincidence bench-memory bench-rated_pages bench-ratings bench-pairing bench-competition_ladder bench-replies bench-push bench-records bench-book bench-animations screenshots clean

run: .venv/site
	@exec $(BIN)/python manage.py up

test: .venv/tests  # four at once on two cores: whoever starts processes mostly waits for them
	tests/install_missing.sh
	$(BIN)/python -m pytest -n 4 --ask usual
	$(BIN)/python -m pytest -n 2 --ask usual --dist worksteal $(DATABASE_TESTS)

rest: .venv/tests  # what `make test` leaves for CI
	tests/install_missing.sh emacs-nox ffmpeg firefox-esr jq mailutils-imap4d mblaze mutt opendkim opendkim-tools opendmarc \
	    pgbouncer postfix s-nail zstd
	$(BIN)/python -m pytest -n 4 --ask rest
	$(BIN)/python -m pytest -n 2 --ask rest --dist worksteal $(DATABASE_TESTS)

quick: .venv/tests
	$(BIN)/python -m pytest -n 2 $(QUICK)

slow: .venv/tests  # writes tests/slow.txt, the tests that `make quick` leaves out
	$(BIN)/python -m pytest -n 0 -p tests.slow $(QUICK)

soak: .venv/tests  # hours: kills, memory, seeds, every value in every field
	tests/soak.sh

mutants: .venv/tests  # small faults in the code: how many do the tests find? ARGS="--number 150 --seed 1 --minutes 30"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/mutants/requirements.txt
	$(BIN)/python -m tests.mutants $(ARGS)

simulate: .venv/tests  # weeks of virtual time; ARGS="--days 60 --players 200 --seed 1"
	$(BIN)/python -m tests.simulation $(ARGS)

lint: .venv/tests
	tests/lint.sh

lock: .venv/tests  # after a change of what pyproject.toml asks for; keeps the versions that still fit
	$(LOCK) pyproject.toml --output-file requirements.txt
	$(LOCK) --group tests --constraints requirements.txt --output-file tests/requirements.txt

screenshots: .venv/tests
	tests/install_missing.sh
	$(BIN)/python -m tests.screenshots

bench: .venv/tests
	$(BIN)/python benches/engine.py

bench-site bench-pages bench-dear bench-lists bench-prepared bench-sweep bench-outage bench-notices bench-people bench-search bench-ladder bench-moderation bench-analysis bench-start bench-conditional bench-setups bench-computers bench-coincidence bench-memory bench-rated_pages bench-ratings bench-pairing bench-competition_ladder bench-replies bench-push bench-records bench-book bench-animations: .venv/tests
	$(BIN)/python -W ignore -m benches.$(@:bench-%=%) $(ARGS)

bench-load: .venv/tests
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r benches/requirements.txt
	$(BIN)/python -W ignore -m benches.load $(ARGS)

.venv/site: requirements.txt
	$(PYTHON) -m venv .venv
	$(INSTALL) requirements.txt
	@touch $@

.venv/tests: .venv/site tests/requirements.txt
	$(INSTALL) tests/requirements.txt
	@touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

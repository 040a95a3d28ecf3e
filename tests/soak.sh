#!/bin/sh
# What takes minutes to hours: a line for each. Fails where one does, after all have run.
failed=0
soak() { echo "== $*"; "$@" || failed=1; }

soak tests/install_missing.sh firefox-esr webkit2gtk-driver xvfb
soak .venv/bin/python -m pytest -q -n 0 tests/browser/other_engines.py
soak .venv/bin/python -m tests.simulation --days 60 --players 30 --seeds 1..10
soak .venv/bin/python -m tests.simulation --days 60 --players 200 --seed 20261122
soak env FAULT_ROUNDS_EACH_FIELD=51 .venv/bin/python -m pytest -q -s -n 0 tests/faults/test_every_field.py
soak env FAULT_ROUNDS_EXAMPLES=400 .venv/bin/python -m pytest -q -n 2 --dist worksteal
soak env FAULT_ROUNDS_EXAMPLES=400 .venv/bin/python -m pytest -q -n 2 --dist worksteal --ds=tests.settings_postgres
soak env ADMIN_ROWS=100000 .venv/bin/python -m pytest -q -n 0 --ds=tests.settings_postgres tests/site/administration/test_at_size.py
soak env FAULT_ROUNDS_AT_ONCE=20 FAULT_ROUNDS_SWEEP=300 .venv/bin/python -m pytest -q -s -n 0 tests/faults/test_at_once.py tests/faults/test_turn_against_sweep.py
soak env FAULT_ROUNDS_DAMAGED=1000 .venv/bin/python -m pytest -q -n 0 tests/site/backups/test_damaged.py
soak env FAULT_ROUNDS_BAD_INPUT=100 .venv/bin/python -m pytest -q -n 2 tests/faults/test_bad_input.py
soak env PLAYED_GAMES=10000 .venv/bin/python -m pytest -q -n 0 tests/site/backups/test_backup.py -k many
soak env PLAYED_GAMES=10000 .venv/bin/python -m pytest -q -n 0 --ds=tests.settings_postgres tests/site/backups/test_move_data.py -k many
soak tests/pythons.sh python3.11 python3.13
soak env FAULT_ROUNDS_RANDOM_KILLS=150 .venv/bin/python -m pytest -q -s -n 0 tests/faults/test_random_kills.py
soak env FAULT_ROUNDS_KILLED_THOUGHTS=20 .venv/bin/python -m pytest -q -s -n 0 tests/faults/test_killed_thoughts.py
soak .venv/bin/python -W ignore -m benches.memory --minutes 30
soak env FAULT_ROUNDS_STATEFUL=3000 .venv/bin/python -m pytest -q -s -n 0 tests/stateful
soak env FAULT_ROUNDS_STATEFUL=500 .venv/bin/python -m pytest -q -s -n 0 --ds=tests.settings_postgres tests/stateful
soak .venv/bin/python -m pytest -q -s -n 0 tests/stateful/search_put_back.py -k "not 11 and not 19"
soak env STATEFUL_ROOMS=away,offers .venv/bin/python -m pytest -q -s -n 0 tests/stateful/search_put_back.py -k 11
soak env STATEFUL_ROOMS=offers,settings,staff .venv/bin/python -m pytest -q -s -n 0 tests/stateful/search_put_back.py -k "19a or 19b"

soak env FAULT_ROUNDS_MODERATION=200 .venv/bin/python -m pytest -q -s -n 0 --ds=tests.settings_postgres tests/moderation/test_at_once.py
soak env FAULT_ROUNDS_MODERATION=200 .venv/bin/python -m pytest -q -s -n 0 tests/moderation/test_at_once.py
soak env FAULT_ROUNDS_RATINGS=200 .venv/bin/python -m pytest -q -s -n 0 -m '' --ds=tests.settings_postgres tests/games/rating/test_together.py
soak env FAULT_ROUNDS_PAIRING=200 .venv/bin/python -m pytest -q -s -n 0 -m '' --ds=tests.settings_postgres tests/competition/standing/test_pair_together.py
soak env FAULT_ROUNDS_STANDING=200 .venv/bin/python -m pytest -q -s -n 0 -m '' --ds=tests.settings_postgres tests/competition/standing/test_together.py
soak env FAULT_ROUNDS_REPLIES=200 .venv/bin/python -m pytest -q -s -n 0 -m '' --ds=tests.settings_postgres tests/replies/test_at_once.py tests/replies/test_holding.py
soak env FAULT_ROUNDS_UNDO=200 .venv/bin/python -m pytest -q -s -n 0 -m '' --ds=tests.settings_postgres tests/games/play/undo/test_at_once.py

exit $failed

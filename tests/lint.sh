#!/bin/sh
# Style, types, dependency rules, migrations and the settings of a public server. Runs all and fails if any failed.
bin=.venv/bin
failed=""
run() { echo "== $1"; shift; "$@" || failed=1; }
export DATA_DIR="$(mktemp -d)"
trap 'rm -rf "$DATA_DIR"' EXIT

run "ruff check" $bin/ruff check .
run "ruff format" $bin/ruff format --check .
run "djlint" $bin/djlint --quiet --lint templates
run "mypy" $bin/mypy engine core accounts games analysis computers competition records moderation notifications replies mastery_site tests/simulation manage.py
run "dependency rules" $bin/lint-imports
run "migrations" $bin/python manage.py makemigrations --check --dry-run
run "check --deploy" env DATABASE_URL=postgres://site:secret@127.0.0.1/site REDIS_URL=redis://127.0.0.1/0 \
    EMAIL_URL=smtp://127.0.0.1:25 SITE_URL=https://games.example.org ALLOWED_HOSTS=games.example.org \
    SECRET_KEY="$($bin/python -c 'import secrets; print(secrets.token_urlsafe(60))')" \
    $bin/python manage.py check --deploy --fail-level WARNING --settings-only
[ -z "$failed" ]

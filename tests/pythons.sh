#!/bin/sh
# A newcomer’s `make test` and first page with each Python named: in a clone of their own, as an ordinary user.
#
#     tests/pythons.sh python3.11 python3.13
#
# As root the user is `nobody`, who must be able to read the Python. One that is not installed counts as a failure.
failed=0
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
for python in "$@"; do
    program=$(command -v "$python") || { echo "== $python is not installed"; failed=1; continue; }
    clone="$folder/$(basename "$python")"
    git clone --quiet "$here" "$clone"
    set -- env HOME="$clone" PYTHON="$program" PYTHONDONTWRITEBYTECODE=1
    if [ "$(id -u)" = 0 ]; then
        chown -R nobody "$clone"
        set -- setpriv --reuid nobody --regid "$(id -g nobody)" --clear-groups "$@"
    fi
    echo "== $("$program" --version) as $("$@" id -un)"
    (cd "$clone" && "$@" make test && "$@" PORT=8765 sh -c '
        make run & site=$!
        for second in $(seq 120); do
            sleep 1
            .venv/bin/python -c "import urllib.request as u; u.urlopen(\"http://127.0.0.1:8765/\")" 2>/dev/null && break
        done
        kill $site; wait $site
        test "$second" -lt 120') || failed=1
done
exit $failed

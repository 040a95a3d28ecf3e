"""Every bench starts: what it imports is there, and with its smallest arguments it runs to its end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tables import compare

ROOT = Path(__file__).resolve().parents[2]
BENCHES = sorted(path.stem for path in (ROOT / "benches").glob("*.py") if '"__main__"' in path.read_text())
NO_MEASURE = {"mail_sink", "reference"}
"""What others start: a mail server, and the search of before."""
ENGINE = {  # with their smallest arguments: what they measure is the engine alone
    "chances": "master --games 2 --nodes 10",
    "coincidence": "master --games 2 --alike 1",
    "finishing": "mastery --games 1 --nodes 20",
    "ladder": "master --pairs 1 --levels newcomer --minutes 0.05",
    "marks": "master --games 1 --turns 1 --times 2 --minutes 0.05",
    "search": "master --only devices --nodes 100",
    "setups": "master --minutes 0.05 --nodes 10",
    "tuning": "master tempo --steps 1 --nodes 10",
    "versus": f"master --other {ROOT} --seconds 0.002 --pairs 1 --minutes 0.02",
    "weights": "master --pairs 1 --nodes 10 --minutes 0.05",
}
MORE = {"load": "--players 2 --minutes 0.05 --wait 1", "reply_quotes": ""}
"""These need what `benches/requirements.txt` names, too, to run to their end."""
SITE = {  # these start a database, and most of them the whole site
    "analysis": "--turns 4 --rounds 1",
    "animations": "--games 2 --rounds 1 --seconds 1",
    "book": "--rows 1000 --rounds 1",
    "competition_ladder": "--members 20 --rounds 1 --on sqlite",
    "computers": "--games 1 --rounds 1 --seconds 1",
    "conditional": "--turns 4 --chains 1",
    "dear": "--most 1",
    "engine": "master",
    "lists": "--running 20 --over 20",
    "memory": "--minutes 0.02 --connections 1 --players 2",
    "moderation": "",
    "notices": "--mails 2 --sample 1 --rounds 1",
    "pages": "--rounds 1 --times 1",
    "outage": "--games 20 --standing 5",
    "pairing": "--players 60 --standing 20 --start 2 --rounds 1 --on sqlite",
    "people": "--players 60 --games 20 --others 20 --on sqlite",
    "prepared": "--rounds 1 --on sqlite",
    "push": "--messages 2 --rounds 1",
    "rated_pages": "--games 100 --players 20 --history 20 --rounds 1 --on sqlite",
    "ratings": "--games 40 --chain 10 --due 5 --rounds 1 --on sqlite",
    "records": "--games 1",
    "replies": "--replies 2",
    "site": "--games 20 --seconds 1 --rounds 1 --connections 1 --processes 1",
    "start": "--rounds 1",
    "sweep": "--games 20 --due 5 --rounds 1",
}


def start(name: str, arguments: str) -> subprocess.CompletedProcess[str]:
    """A bench as `make` starts it, in a process of its own."""
    command = [sys.executable, "-W", "ignore", "-m", f"benches.{name}", *arguments.split()]
    kept = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(command, cwd=ROOT, env=kept, capture_output=True, text=True, timeout=600, check=False)


def test_each_bench_has_its_smallest_arguments():
    table = "ENGINE or SITE of tests/site/test_benches.py"
    compare(BENCHES, [*ENGINE, *SITE, *MORE, *NO_MEASURE], table=table, lacks="with which arguments to try benches/")


@pytest.mark.late
@pytest.mark.parametrize("name", sorted([*SITE, *MORE]))
def test_a_bench_of_the_site_finds_what_it_imports(name):
    if name == "moderation":  # it takes no arguments, and would begin
        run = subprocess.run(
            [sys.executable, "-c", "import benches.moderation"], cwd=ROOT, capture_output=True, text=True, check=False
        )
    else:
        run = start(name, "--help")
    assert run.returncode == 0, run.stderr


@pytest.mark.late
@pytest.mark.processes
@pytest.mark.parametrize("name", sorted(ENGINE))
def test_a_bench_of_the_engine_runs(name):
    run = start(name, ENGINE[name])
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(SITE))
def test_a_bench_of_the_site_runs(name):
    """It ends with 1 where what it has measured misses its goal, as with so little it may."""
    run = start(name, SITE[name])
    assert run.returncode in (0, 1), run.stderr
    assert "Traceback" not in run.stderr, run.stderr

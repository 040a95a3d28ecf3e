"""deploy/systemd: units that systemd takes, and that run what compose.yaml runs."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from mastery_site.management.commands import up
from tests.machine import miss
from tests.rows import each_row
from tests.servers import Missing, find_program
from tests.site.composed import ROOT, read_compose

FOLDER = ROOT / "deploy" / "systemd"
SERVICES = read_compose()["services"]
LASTING = ("web", "mail", "upkeep", "computers", "beat")
PYTHON = "/srv/slowboard/.venv/bin/python"
MOST_EXPOSED = 2.5
"""Of the ten points that systemd gives to a service without any limits."""
CODE = re.compile(r"^    (.*celery .*)$", re.MULTILINE)


def read(name: str) -> dict[str, list[str]]:
    """What the unit sets, by name."""
    text = (FOLDER / name).read_text().replace("\\\n", "")
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


def as_systemd(command: list[str]) -> list[str]:
    """The command of a container as a unit has it: niceness is a line of its own, and %h is the home of its user."""
    words = command[3:] if command[0] == "nice" else command
    return [PYTHON if word == "python" else word.replace("%h", "%H") for word in words]


@each_row("name", LASTING)
def test_a_unit_runs_what_the_container_runs(name):
    unit, service = read(f"slowboard-{name}.service"), SERVICES[name]
    assert shlex.split(unit["ExecStart"][0]) == as_systemd(service["command"])
    niced = service["command"][2] if service["command"][0] == "nice" else None
    assert unit.get("Nice", [None]) == [niced]
    assert unit["MemoryMax"] == [service["mem_limit"].upper()]
    assert unit["TasksMax"] == [str(service["pids_limit"])]
    share = round(service.get("cpu_shares", 1024) * 100 / 1024)
    assert unit["CPUWeight"] == [str(share)]


def test_there_is_a_unit_for_each_container_of_the_site_and_they_start_together():
    ours = {name for name, service in SERVICES.items() if service.get("image") == "games-site"} - {"migrate"}
    assert ours == set(LASTING)
    for name in LASTING:
        unit = read(f"slowboard-{name}.service")
        assert (unit["WantedBy"], unit["Requires"]) == (["slowboard.target"], ["slowboard-prepare.service"])
    assert read("slowboard-prepare.service")["ExecStart"][0] == shlex.join(as_systemd(SERVICES["migrate"]["command"]))


def test_the_units_that_run_code_are_all_locked_in_alike():
    limits = [
        {line for line in path.read_text().splitlines() if re.match(r"Protect|Private|Restrict|NoNew|System|Cap", line)}
        for path in FOLDER.glob("*.service")
    ]
    assert len(limits[0]) >= 15
    assert all(each == limits[0] for each in limits)


def list_worker_commands() -> list[str]:
    """All that docs, `manage.py up`, units and containers name."""
    told = CODE.findall((ROOT / "docs" / "operations.md").read_text())
    told += [shlex.join(command) for command in (up.worker_command(), up.computers_command())]
    told += [value for path in FOLDER.glob("*.service") for value in read(path.name)["ExecStart"]]
    told += [shlex.join(service.get("command", [])) for service in SERVICES.values()]
    return [command for command in told if " worker " in command]


def test_each_worker_that_is_named_anywhere_has_a_name_of_its_own():
    """Two of the same would take each other for one."""
    commands = list_worker_commands()
    assert len(commands) == 4 + 2 + 3 + 3
    for command in commands:
        assert re.search(r"--hostname '?[a-z]+@%[hH]", command), command


@pytest.fixture(scope="module")
def units(tmp_path_factory) -> list[Path]:
    """As they would be if this very copy were installed in /srv."""
    folder = tmp_path_factory.mktemp("units")
    for path in FOLDER.iterdir():
        text = path.read_text().replace(PYTHON, sys.executable).replace("/srv/slowboard", str(ROOT))
        (folder / path.name).write_text(text)
    return sorted(folder.iterdir())


def run_systemd(*words: str) -> subprocess.CompletedProcess:
    try:
        program = find_program("systemd-analyze")
    except Missing as error:
        miss(str(error))
    return subprocess.run([program, *words], capture_output=True, text=True, timeout=60)


def test_systemd_takes_every_unit(units):
    done = run_systemd("verify", *map(str, units))
    assert (done.returncode, done.stderr) == (0, "")


def test_systemd_says_what_is_wrong_with_a_unit(units, tmp_path):
    """So that the test above can fail."""
    bad = tmp_path / "bad.service"
    bad.write_text(units[0].read_text().replace("ExecStart=", "ExecStart=/nowhere"))
    assert run_systemd("verify", str(bad)).returncode != 0


@pytest.mark.parametrize("name", LASTING)
def test_systemd_finds_a_unit_hardly_exposed(units, name):
    (path,) = [unit for unit in units if unit.name == f"slowboard-{name}.service"]
    done = run_systemd("security", "--offline=true", "--no-pager", str(path))
    assert float(re.search(r"exposure level for .*: ([\d.]+)", done.stdout)[1]) < MOST_EXPOSED, done.stdout


def test_a_backup_is_a_new_file_each_time():
    (command,) = read("slowboard-backup.service")["ExecStart"]
    assert "manage.py backup %S/slowboard/backups/$$(date -u +%%F-%%H%%M).jsonl.gz" in command
    assert read("slowboard-backup.timer")["OnCalendar"] == ["*-*-* 03:30:00"]

"""The commands by which docs/operations.md, compose.yaml, Dockerfile and Makefile run the site, as they are written."""

import json
import re
import shlex
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.site.composed import read_compose

ROOT = Path(__file__).resolve().parents[2]
OPERATIONS = "docs/operations.md"
SERVING = {"gunicorn", "celery"}
"""What serves the site: each of them is a process that lasts."""
WATCHED = ["python", "-m", "mastery_site.supervisor"]
CODE = re.compile(r"^    (\S.*)$|`([^`\n]+)`", re.MULTILINE)
"""A line of a block, or what stands between backticks."""


def read_commands() -> dict[str, list[str]]:
    """By where it stands: each command, once, with the supervisor that docs/operations.md gives to each."""
    found: dict[str, list[str]] = {}
    for place, command in (*in_operations(), *in_compose(), *in_dockerfile(), *in_makefile()):
        if command not in found.values():
            found[f"{place}: {shlex.join(command)}"] = command
    return found


def in_operations() -> Iterator[tuple[str, list[str]]]:
    for block, inline in CODE.findall((ROOT / OPERATIONS).read_text()):
        command = split(block or inline)
        if is_serving(command):
            yield OPERATIONS, command


def in_compose() -> Iterator[tuple[str, list[str]]]:
    for service in read_compose()["services"].values():
        if is_serving(service.get("command", [])):
            yield "compose.yaml", service["command"]


def in_dockerfile() -> Iterator[tuple[str, list[str]]]:
    for words in re.findall(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE):
        yield "Dockerfile", json.loads(words)


def in_makefile() -> Iterator[tuple[str, list[str]]]:
    """What `make run` comes to, once all is installed. Make within make would tell its folders besides."""
    dry = ["make", "--dry-run", "--no-print-directory", "run"]
    told = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    yield "Makefile", shlex.split(told.splitlines()[-1].removeprefix("exec "))


def split(text: str) -> list[str]:
    try:
        return shlex.split(text, comments=True)
    except ValueError:  # a word such as “don't”: no command
        return []


def is_serving(command: Iterable[str]) -> bool:
    """Whether it is one of those that last, niced or under a supervisor or by itself."""
    words = list(command)
    if words[:1] == ["nice"]:
        words = words[3:]
    if words[:3] == WATCHED:
        words = words[4:]
    return len(words) > 2 and words[0] in SERVING

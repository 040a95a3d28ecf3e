"""`docs/map.md` names folders and files that are there, and every folder of an app; the project has rooms, too."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TREE, RULES = (ROOT / "docs/map.md").read_text().split("## Which way imports point")
LINES = [line for line in TREE.splitlines() if line.startswith("    ")]
MOST_INDENT = 8
"""What begins further right goes on with the line above."""
MOST_FLAT = 15
"""Modules at the top of the project: those that commands name, and that Django and Celery look for there."""
USUAL = {"migrations", "management", "templatetags"}
"""Folders that Django looks for."""


def list_named() -> list[Path]:
    """The paths that begin the lines of the tree, one inside the other by how far right they stand."""
    found, parents = [], [ROOT]
    for line in LINES:
        indent = len(line) - len(line.lstrip())
        if indent > MOST_INDENT:
            continue
        level = indent // 2 - 2
        names = re.match(r"(?:[\w/]+(?:/|\.py) ?)+", line.strip())
        assert names, line
        found += [parents[level] / name for name in names[0].split()]
        parents = [*parents[: level + 1], parents[level] / line.split()[0]]
    return found


def test_everything_that_it_names_is_there():
    assert [str(path.relative_to(ROOT)) for path in list_named() if not path.exists()] == []


def test_it_tells_the_layers_that_are_checked():
    told = re.search(r"`(mastery_site → [\w →]+)`", RULES)
    assert told
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    assert told[1].split(" → ") == contracts[0]["layers"]
    assert set(told[1].split(" → ")) <= {path.name for path in list_named()}


def test_it_names_every_folder_of_an_app():
    folders = [path.parent for app in ROOT.glob("*/apps.py") for path in app.parent.glob("*/__init__.py")]
    told = set(re.findall(r"\b\w+/", "".join(LINES)))
    missing = [
        str(path.relative_to(ROOT)) for path in folders if path.name not in USUAL and f"{path.name}/" not in told
    ]
    missing = [path for path in missing if not path.startswith("tests/")]
    assert not missing, f"docs/map.md does not say what is in {', '.join(missing)}: add a line there."


def test_what_the_project_has_lies_in_its_rooms():
    flat = sorted(path.name for path in (ROOT / "mastery_site").glob("*.py"))
    assert len(flat) <= MOST_FLAT, f"give what is new a room: {flat}"

"""Dependency rules that import-linter cannot say: about files that are found, not listed, and installed packages."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

from tests.rows import each_row

ENGINE, CLOCK = Path("engine"), Path("games/clock")
GAMES = sorted((ENGINE / "games").glob("*/*.py"))


def list_imports(path: Path) -> set[str]:
    """Full names of the modules that a file imports, and of what it takes from a package."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@each_row("path", sorted([*ENGINE.rglob("*.py"), *CLOCK.rglob("*.py")]), ids=str)
def test_the_engine_and_the_clock_import_the_standard_library_alone(path):
    outside = {name for name in list_imports(path) if name.split(".")[0] not in sys.stdlib_module_names}
    own = "engine." if ENGINE in path.parents else "games.clock."
    assert all(name.startswith(own) for name in outside), outside


@each_row("path", GAMES, ids=str)
def test_no_game_imports_another(path):
    others = {name.split(".")[2] for name in list_imports(path) if name.startswith("engine.games.")}
    assert others <= {path.parent.name}


def read_lock(path: str) -> dict[str, list[str]]:
    """By what is installed ("django==5.2.19"), the hashes of its files."""
    locked: dict[str, list[str]] = {}
    name = ""
    for line in Path(path).read_text().splitlines():
        if line.strip().startswith("--hash="):
            locked[name].append(line.strip(" \\"))
        elif line and line[0].isalnum():
            name = line.split(";")[0].strip(" \\")
            locked[name] = []
    return locked


@pytest.mark.parametrize(("path", "group"), [("requirements.txt", "dependencies"), ("tests/requirements.txt", "tests")])
def test_installed_packages_are_locked_with_hashes_and_asked_for_by_the_project(path, group):
    project = tomllib.loads(Path("pyproject.toml").read_text())
    asked = {**project["project"], **project["dependency-groups"]}[group]
    locked = read_lock(path)
    assert {re.sub(r"\[.*\]", "", one).lower() for one in asked} <= set(locked), "run make lock"
    assert all(re.fullmatch(r"[a-z0-9.-]+==[\w.]+", name) and hashes for name, hashes in locked.items())

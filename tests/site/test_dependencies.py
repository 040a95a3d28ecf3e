"""Dependency rules that import-linter cannot say: of files that are found, not listed."""

import ast
import sys
from pathlib import Path

import pytest

ENGINE, CLOCK = Path("games/engine"), Path("games/clock")
RULESETS = sorted((ENGINE / "rulesets").glob("*.py"))


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


@pytest.mark.parametrize("path", sorted([*ENGINE.rglob("*.py"), *CLOCK.rglob("*.py")]), ids=str)
def test_the_engine_and_the_clock_import_the_standard_library_alone(path):
    outside = {name for name in list_imports(path) if name.split(".")[0] not in sys.stdlib_module_names}
    own = "games.engine." if ENGINE in path.parents else "games.clock."
    assert all(name.startswith(own) for name in outside), outside


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_no_ruleset_imports_another(path):
    game = path.stem.strip("_").split("_")[0]
    others = [name.split(".")[3] for name in list_imports(path) if name.startswith("games.engine.rulesets.")]
    assert all(other.strip("_").split("_")[0] == game for other in others), others

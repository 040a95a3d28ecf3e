"""Scripts share by imports alone, none from a higher app; a page asks at once for all that its scripts import."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]["layers"]
SCRIPTS = sorted(path for app in LAYERS for path in (ROOT / app).glob("static/**/*.js"))
PAGES = sorted(path for path in (ROOT / "templates").rglob("*.html") if "<script" in path.read_text())
OF_ALLAUTH = ("mfa/", "account/")
LONGEST = 300

GLOBAL = re.compile(
    r"\b(?:window|globalThis|self)(?:\.\w+|\[[^]]+\])\s*(?:[-+*/|&?]*=)(?![=>])|Object\.assign\((?:window|globalThis|self)\b"
)
IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
SCRIPT = re.compile(r"<script src=\"\{% static '([^']+)' %\}\"([^>]*)>")
PRELOADED = re.compile(r"<link rel=\"modulepreload\" href=\"\{% static '([^']+)' %\}\">")
INCLUDED = re.compile(r'\{% (?:include|fragment) "([^"]+)"[^%]*%\}')


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def list_imports(script: Path) -> set[Path]:
    """What it imports. Below /static/ an app's scripts lie beside those of another."""
    folder = Path(served(script)).parent
    return {
        find((ROOT / folder / path).resolve().relative_to(ROOT).as_posix())
        for path in IMPORTED.findall(script.read_text())
    }


def served(script: Path) -> str:
    """Its name below /static/."""
    return script.relative_to(ROOT).as_posix().split("/static/", 1)[1]


def find(served_name: str) -> Path:
    (script,) = [path for path in SCRIPTS if served(path) == served_name]
    return script


def follow(script: Path) -> set[Path]:
    """All that it imports, and what that imports."""
    return {each for path in list_imports(script) for each in {path, *follow(path)}}


def layer(script: Path) -> int:
    return LAYERS.index(script.relative_to(ROOT).parts[0])


def read_whole(template: Path) -> str:
    """Its text with that of what it includes."""
    folder = ROOT / "templates"
    return INCLUDED.sub(lambda match: read_whole(folder / match[1]), template.read_text())


def test_scripts_leave_nothing_in_the_window():
    assert {name(script): found for script in SCRIPTS if (found := GLOBAL.findall(script.read_text()))} == {}


@pytest.mark.parametrize("bad", ["window.Board = Board;", 'self["a"] ||= 1', "Object.assign(window, { ask });"])
def test_what_is_left_in_the_window_is_found(bad):
    assert GLOBAL.search(bad)
    assert not GLOBAL.search("if (window.a === b || self.c == d) window.addEventListener('x', (e) => e);")


def test_scripts_import_at_their_top_and_nothing_of_a_higher_app():
    assert [name(script) for script in SCRIPTS if "import(" in script.read_text()] == []
    upward = [(script, each) for script in SCRIPTS for each in list_imports(script) if layer(each) < layer(script)]
    assert [f"{name(script)} imports {name(each)}" for script, each in upward] == []


def test_imports_are_found():
    analysis = follow(ROOT / "analysis/static/analysis/analysis.js")
    assert {"games/static/games/picture.js", "accounts/static/accounts/ask-site.js"} < {name(each) for each in analysis}


def test_scripts_are_of_a_length_to_read():
    assert {name(script): lines for script in SCRIPTS if (lines := script.read_text().count("\n")) > LONGEST} == {}


def test_pages_take_scripts_as_modules():
    tags = {name(page): SCRIPT.findall(page.read_text()) for page in PAGES}
    own = [(page, *tag) for page, found in tags.items() for tag in found if not tag[0].startswith(OF_ALLAUTH)]
    assert len(own) > 10
    assert [each for each in own if 'type="module"' not in each[2]] == []


def test_a_page_asks_at_once_for_all_that_its_scripts_import():
    """One after another each would cost the way to the site and back."""
    for page in PAGES:
        text = read_whole(page)
        asked = {find(path) for path, _ in SCRIPT.findall(text) if not path.startswith(OF_ALLAUTH)}
        imported = {each for script in asked for each in follow(script)} - asked
        assert {find(path) for path in PRELOADED.findall(text)} == imported, name(page)

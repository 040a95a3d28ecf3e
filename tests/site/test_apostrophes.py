"""What people read has typographic apostrophes: ’, in pages, emails, lessons, scripts and sentences of the code."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from tests.rows import each_row

ROOT = Path(__file__).parents[2]
STRAIGHT = re.compile(r"(?<=[A-Za-z}])'(?=[a-z])|(?<=[a-z]s)'(?= [a-z])")
NOT_FOR_READERS = re.compile(
    r"(^|/)(tests|benches|migrations|models)/|(^|/)models\.py$|^mastery_site/health/metrics\.py$|^games/panels\.py$"
    r"|^accounts/own_data/exports\.py$"
)
"""Notes beside columns, names of measures, places of panels, lines of a log."""
SCRIPT_STRINGS = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')


def list_files(*patterns: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "--", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split() if not NOT_FOR_READERS.search(name) and (ROOT / name).exists()]


def strip_template(text: str) -> str:
    """What a template shows, with what the code fills in taken out; attributes of tags stay: some are read."""
    text = re.sub(r"\{% comment.*?endcomment %\}|\{#.*?#\}|<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"\{% trans.*?%\}|\{%.*?%\}", "", text, flags=re.S)
    return re.sub(r"\{\{.*?\}\}", "}", text, flags=re.S)


def list_strings(source: str) -> list[str]:
    """The strings of a module but docstrings and other strings that stand alone; what f-strings fill in is a brace."""
    tree = ast.parse(source)
    alone = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    found = [each for each in ast.walk(tree) if id(each) not in alone]
    plain = [each.value for each in found if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    filled = [each.values for each in found if isinstance(each, ast.JoinedStr)]
    return plain + [
        "".join(getattr(part, "value", "}") if isinstance(part, ast.Constant) else "}" for part in parts)
        for parts in filled
    ]


def find_in_template(text: str) -> list[str]:
    stripped = strip_template(text)
    return [stripped[max(0, found.start() - 20) : found.end() + 20] for found in STRAIGHT.finditer(stripped)]


def find_in_python(text: str) -> list[str]:
    return [each for each in list_strings(text) if STRAIGHT.search(each)]


def find_in_script(text: str) -> list[str]:
    bare = re.sub(r"^\s*(//|\*|/\*).*$", "", text, flags=re.M)
    return [each for each in SCRIPT_STRINGS.findall(bare) if STRAIGHT.search(each)]


def find_anywhere(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [line for line in lines if STRAIGHT.search(line)]


@each_row(
    ("patterns", "find"),
    [
        (("templates/*", "engine/games/*.html"), find_in_template),
        (("*.py",), find_in_python),
        (("*.js",), find_in_script),
        (("engine/games/*.toml",), find_anywhere),
    ],
    ids=["templates", "code", "scripts", "lessons"],
)
def test_no_apostrophe_is_straight(patterns, find):
    names = list_files(*patterns)
    assert names
    found = {name: find((ROOT / name).read_text()) for name in names}
    assert {name: lines for name, lines in found.items() if lines} == {}


@each_row(
    ("find", "text"),
    [
        (find_in_template, "<p>If this wasn't you, {% if x == 'a' %}reply{% endif %}.</p>"),
        (find_in_template, "<p>{{ name }}'s game</p>"),
        (find_in_template, '<button title="The players\' turns">Go</button>'),
        (find_in_python, 'SAID = "That is this person\'s address already."'),
        (find_in_python, 'SAID = f"{who}\'s turn"'),
        (find_in_script, 'show("It isn\'t your turn");'),
        (find_anywhere, 'right = "You don\'t"'),
    ],
)
def test_a_straight_one_would_be_found(find, text):
    assert find(text)


@pytest.mark.parametrize(
    ("find", "text"),
    [
        (find_in_template, "{% url 'rules' ruleset.slug %}{% comment %}What isn't read{% endcomment %}"),
        (find_in_python, 'def act():\n    """The player\'s turn."""\n    return {"it": \'a\'}'),
        (find_in_script, "// it isn't read\nconst it = 'a' + 'b';"),
    ],
)
def test_what_nobody_reads_is_left_alone(find, text):
    assert find(text) == []

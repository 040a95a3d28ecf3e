"""No function of the site is longer than 40 lines, and no module longer than 300.

A function's lines are counted from `def` to its last one, with its parameters and its docstring.
"""

import ast
from pathlib import Path

from tests.apps import PACKAGES
from tests.rows import each_row

ROOT = Path(__file__).parents[2]
LONGEST_FUNCTION = 40
LONGEST_MODULE = 300


def read_modules(app: str) -> dict[str, str]:
    paths = (path for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts)
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths}


def list_long(source: str) -> list[str]:
    functions = (
        each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    lengths = ((each.name, (each.end_lineno or 0) - each.lineno + 1) for each in functions)
    return [f"{name}: {length} lines" for name, length in lengths if length > LONGEST_FUNCTION]


@each_row("app", PACKAGES)
def test_no_function_and_no_module_is_too_long(app):
    sources = read_modules(app)
    assert sources
    assert {name: long for name, source in sources.items() if (long := list_long(source))} == {}
    assert [name for name, source in sources.items() if len(source.splitlines()) > LONGEST_MODULE] == []


def test_a_long_function_is_found():
    assert list_long("def f():\n" + "    pass\n" * 40) == ["f: 41 lines"]
    assert list_long("def f():\n" + "    pass\n" * 39) == []

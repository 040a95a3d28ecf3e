"""Finds, over the syntax tree, texts for people that are put together from pieces: f-strings and sums with words in
them, words chosen by a number, lists and dates written in place.

What people read is a `Sentence` with named arguments; its lists, lengths, days and moments are told by `core.words`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.apps import PACKAGES

ROOT = Path(__file__).parents[2]
WORDS = re.compile(r"(?:^|[\s“(])[A-Za-z’']{2,}(?:[\s.,:;!?”)]|$)")
"""A word with a space, a mark or the end of the text at each side, as in prose."""
CODE = re.compile(
    r"[<>{}=_/\\@#]"
    r"|\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|VALUES|RETURNING|CREATE|DROP|FOR EACH|var|rgb|https?|default-src)\b"
)
"""What stands in HTML, SQL, addresses and the like, and in no sentence."""
FORMATS = re.compile(r"%[-#]?[aAbBxXcZ]|%-d|%H:%M")
"""A day or a moment as people read it; `%Y%m%d` is a key."""
LISTS = (", ", " and ", " or ", "; ", " · ")
NOT_FOR_PEOPLE = ("debug", "info", "warning", "error", "exception", "critical", "log")
"""What a log is called with: operators read it, in English."""


class Found(NamedTuple):
    """A text put together from pieces, and where."""

    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def list_modules() -> Iterator[Path]:
    for app in PACKAGES:
        for path in sorted((ROOT / app).rglob("*.py")):
            if not {"migrations", "management"} & set(path.parts):
                yield path


def find_pieces(source: str, path: str) -> Iterator[Found]:
    """Everything in a module that looks like a text glued from pieces."""
    finder = _Finder(path)
    finder.visit(ast.parse(source))
    return iter(finder.found)


class _Finder(ast.NodeVisitor):
    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Found] = []

    def _note(self, node: ast.AST, what: str) -> None:
        self.found.append(Found(self.path, node.lineno, what[:90]))  # type: ignore[attr-defined]

    # What nobody but operators and programmers reads.
    def visit_Raise(self, node: ast.Raise) -> None:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        name = raised.id if isinstance(raised, ast.Name) else ""
        if name.endswith(
            ("Refusal", "Invalid", "ValidationError", "IllegalMove", "BadOption", "BadPosition", "Dropped")
        ):
            self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name not in ("__str__", "__repr__"):  # of models: the administration alone shows it
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        if isinstance(called, ast.Attribute):
            if called.attr in NOT_FOR_PEOPLE and isinstance(called.value, ast.Name) and "log" in called.value.id:
                return
            self._look_at_method(node, called)
        self.generic_visit(node)

    def _look_at_method(self, node: ast.Call, called: ast.Attribute) -> None:
        text = called.value
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str)):
            if called.attr == "strftime":
                self._note(node, "strftime")
            return
        if called.attr == "join" and text.value in LISTS:
            self._note(node, f"{text.value!r}.join")
        if called.attr == "format" and is_prose(re.sub(r"{[^}]*}", "VALUE", text.value)):
            self._note(node, f"{text.value!r}.format")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "VALUE" for part in node.values)
        if is_prose(text) and " " in text.strip():
            self._note(node, text)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                if isinstance(part.format_spec, ast.JoinedStr):
                    form = "".join(
                        str(each.value) for each in part.format_spec.values if isinstance(each, ast.Constant)
                    )
                    if "%" in form and FORMATS.search(form):
                        self._note(node, "a date by a format")
                self.visit(part.value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add | ast.Mod):
            for side in (node.left, node.right):
                if isinstance(side, ast.Constant) and isinstance(side.value, str) and is_prose(side.value):
                    self._note(node, side.value)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        chosen = {each.value for each in (node.body, node.orelse) if isinstance(each, ast.Constant)}
        if "s" in chosen and "" in chosen:
            self._note(node, "a plural by hand")
        self.generic_visit(node)


def is_prose(text: str) -> bool:
    return bool(WORDS.search(text.replace("VALUE", "9"))) and not CODE.search(text)

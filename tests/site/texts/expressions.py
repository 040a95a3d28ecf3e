"""Every regular expression and every normalisation of the code, found by reading it, with how it is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType

from tests.apps import PACKAGES, ROOT

METHODS = ("match", "fullmatch", "search", "findall", "finditer", "split", "sub")
SIGNS = "\\s\\S\\d\\D\\w\\W\\b\\B"


@dataclass(frozen=True)
class Expression:
    """`name` is where it stands: its module, and the constant or the function."""

    name: str
    pattern: re.Pattern
    method: str

    def read(self, text: str | bytes) -> None:
        if isinstance(self.pattern.pattern, bytes):
            text = text.encode() if isinstance(text, str) else text
        if self.method in ("sub", "split"):
            self.pattern.sub(lambda found: found[0], text) if self.method == "sub" else self.pattern.split(text)
        else:
            found = getattr(self.pattern, self.method)(text)
            list(found or ()) if self.method == "finditer" else found


@cache
def read_modules() -> dict[str, ast.Module]:
    found: dict[str, ast.Module] = {}
    for package in PACKAGES:
        for path in sorted(Path(ROOT, package).rglob("*.py")):
            if "migrations" not in path.parts:
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
                found[module] = ast.parse(path.read_text())
    return found


def list_calls(of: str, attributes: tuple[str, ...]) -> Iterator[tuple[str, ast.Call, str]]:
    """Calls such as `re.sub(…)`: the module, the call, and the constant or function in which it stands."""
    for module, tree in read_modules().items():
        for top in tree.body:
            for node in ast.walk(top):
                match node:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if (
                        name == of and attr in attributes
                    ):
                        yield module, node, name_of(top, node)


def name_of(top: ast.stmt, node: ast.AST) -> str:
    match top:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.ClassDef(name=name):
            return next((name_of(each, node) for each in top.body if node in ast.walk(each)), name)
        case ast.FunctionDef(name=name):
            return name
    return ""


def list_expressions() -> Iterator[Expression]:
    """With each way in which it is used. One that depends on what a function is given is `find_local`'s."""
    for module, call, name in list_calls("re", ("compile", *METHODS)):
        pattern = make(module, call)
        if pattern is None:
            yield Expression(f"{module}.{name}", re.compile(""), "local")
        elif call.func.attr == "compile":  # type: ignore[attr-defined]
            for method in sorted(find_methods(module, name)):
                yield Expression(f"{module}.{name}", pattern, method)
        else:
            yield Expression(f"{module}.{name}", pattern, call.func.attr)  # type: ignore[attr-defined]


def make(module: str, call: ast.Call) -> re.Pattern | None:
    """The pattern, from what stands there and the constants of its module."""
    known = {**vars(import_module(module)), "re": re}
    place = {"compile": 1, "match": 2, "fullmatch": 2, "search": 2, "findall": 2}.get(call.func.attr, 9)  # type: ignore[attr-defined]
    flags = [*call.args[place : place + 1], *(each.value for each in call.keywords if each.arg == "flags")]
    try:
        found, *more = (eval(compile_expression(each), known) for each in (call.args[0], *flags))
        return re.compile(found, *more)
    except NameError:
        return None


def compile_expression(node: ast.expr) -> CodeType:
    return compile(ast.Expression(node), "expression", "eval")


def find_methods(module: str, name: str) -> set[str]:
    """How a constant is used where its package names it; in any way where that does not tell."""
    package = module.partition(".")[0]
    found = {
        node.attr
        for other, tree in read_modules().items()
        if other == module or (other.partition(".")[0] == package and not name.startswith("_"))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in METHODS and named(node.value) == name
    }
    return found or {"match", "fullmatch", "search"}


def named(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def own_shapes(pattern: re.Pattern) -> dict[str, Callable[[int], str]]:
    """Shapes made of what the expression itself looks for."""
    from tests.costs import repeat

    source = pattern.pattern.decode("latin-1") if isinstance(pattern.pattern, bytes) else pattern.pattern
    found = [word for word in re.findall(r"[A-Za-z]{2,}|[^\w\s\\]", source) if word not in SIGNS]
    words = [*dict.fromkeys(found)][:10]
    shapes = {f"{word!r} of itself": repeat(word) for word in words}
    shapes |= {f"{word!r} of itself and a letter": repeat(word + "a") for word in words if len(word) == 1}
    return shapes | {f"{word!r} of itself and a space": repeat(word + " ") for word in words}

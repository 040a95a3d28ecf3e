"""Every parser of the standard library, of Django and of selectolax that the code calls, found by reading it."""

from __future__ import annotations

import ast
from collections import defaultdict
from importlib import import_module
from types import ModuleType

from tests.site.texts.expressions import read_modules

PARSING = (
    *("ast", "base64", "binascii", "configparser", "csv", "difflib", "email", "html", "http.cookies", "ipaddress"),
    *("json", "quopri", "shlex", "textwrap", "tomllib", "urllib.parse", "xml"),
    *("django.core.signing", "django.core.validators", "django.http.cookie", "django.utils.dateparse"),
    *("django.utils.html", "django.utils.http", "django.utils.ipv6", "django.utils.text"),
    "selectolax",
)
"""Packages of which anything may take a text apart, or go through it."""


def list_parsers() -> dict[str, set[str]]:
    """What is called of these packages, or inherited from, by its whole name, with the modules where it is."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, tree in read_modules().items():
        known = read_imports(tree)
        for node in ast.walk(tree):
            match node:
                case ast.Name(id=name) if name in known:
                    told = known[name]
                case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in known:
                    told = f"{known[name]}.{attribute}"
                case _:
                    continue
            if told.startswith(tuple(f"{each}." for each in PARSING)) and reads(told):
                found[told].add(module)
    return dict(found)


def read_imports(tree: ast.Module) -> dict[str, str]:
    known = {}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(package), names=names):
                known |= {each.asname or each.name: f"{package}.{each.name}" for each in names}
            case ast.Import(names=names):
                known |= {each.asname or each.name: each.name for each in names if each.asname or "." not in each.name}
    return known


def reads(name: str) -> bool:
    """Whether it can be called, and is neither a fault nor a package. What a class has is found as the class."""
    package, _, attribute = name.rpartition(".")
    try:
        found = getattr(import_module(package), attribute)
    except ModuleNotFoundError:
        return False
    is_fault = isinstance(found, type) and issubclass(found, Exception)
    return callable(found) and not is_fault and not isinstance(found, ModuleType)

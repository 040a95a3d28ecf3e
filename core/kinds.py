"""Finds what comes in many kinds, each in a file of its own, and refuses a file that leaves out what is asked of it."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable
from importlib import import_module
from inspect import get_annotations
from types import ModuleType
from typing import TypeVar

K = TypeVar("K")


class BadKind(TypeError):
    """A file lacks something that its contract asks for; `str(error)` names both."""


def list_modules(package: ModuleType) -> list[str]:
    """The full names of the modules in a package, in alphabetical order."""
    return sorted(f"{package.__name__}.{module.name}" for module in pkgutil.iter_modules(package.__path__))


def load_kinds(modules: Iterable[str], contract: type[K], *, name: str = "kind") -> list[K]:
    """What each of these modules has under `name`: an instance of a class made from `contract`.

    Raises BadKind where it has none, or where the instance leaves an attribute without a value that one of its classes
    declares without a default. Python itself raises TypeError where it leaves out an abstract method.
    """
    return [_check(module, getattr(import_module(module), name, None), contract, name=name) for module in modules]


def _check(module: str, kind: object, contract: type[K], *, name: str) -> K:
    if not isinstance(kind, contract):
        raise BadKind(f"{module} has no “{name}” that is made from {contract.__name__}.")
    asked = (attribute for each in type(kind).__mro__ for attribute in get_annotations(each))
    if missing := sorted({attribute for attribute in asked if not hasattr(kind, attribute)}):
        raise BadKind(f"“{name}” of {module} leaves out {', '.join(missing)}.")
    return kind

"""Finds what comes in many kinds, each in a file or a folder of its own, and refuses one that leaves out what is asked.

Games are found by it, and so are the kinds of everything else on the site: dropping a file in is all that is needed.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from inspect import get_annotations
from typing import Generic, TypeVar

K = TypeVar("K")


class BadKind(TypeError):
    """A file lacks something that its contract asks for; `str(error)` names both."""


class UnknownKind(LookupError):
    """This version of the site knows no kind of that name; another version may."""


class Kinds(Generic[K]):
    """The kinds in a package: an instance of a class made from `contract` in each of its files, named as
    `called` says.

    With `part`, each kind is a folder, and its file of that name has the instance. All kinds come by their `order`, and
    by name among equals. The attribute `key` is the name, and `check` may refuse a kind by an error of its own.
    """

    def __init__(
        self,
        package: str,
        contract: type[K],
        *,
        part: str = "",
        called: str = "kind",
        key: str = "name",
        check: Callable[[K], None] | None = None,
    ) -> None:
        self.package, self.contract, self.part = package, contract, part
        self.called, self.key, self.check = called, key, check
        self._found: dict[str, K] | None = None

    def by_name(self) -> dict[str, K]:
        """All kinds, in order. Raises BadKind where a file has none, or where its instance leaves an attribute without
        a value that one of its classes declares without a default. Python itself raises TypeError where it leaves out
        an abstract method."""
        if self._found is None:
            loaded = [self._load(module) for module in (self.parts(self.part) if self.part else self._modules())]
            loaded.sort(key=lambda kind: (getattr(kind, "order", 0), getattr(kind, self.key)))
            self._found = {getattr(kind, self.key): kind for kind in loaded}
        return self._found

    def all(self) -> tuple[K, ...]:
        return tuple(self.by_name().values())

    def find(self, name: str) -> K | None:
        """The kind of that name, if there is one."""
        return self.by_name().get(name)

    def get(self, name: str) -> K:
        """The kind of that name. Raises UnknownKind, a LookupError."""
        try:
            return self.by_name()[name]
        except KeyError:
            raise UnknownKind(f"{self.package} has no kind {name!r}.") from None

    def parts(self, name: str) -> list[str]:
        """The full names of the modules of this name in the folders that have one."""
        return [module for folder in self._modules() if find_spec(module := f"{folder}.{name}")]

    def load(self) -> None:
        """Imports every kind, so that a bad one stops the site from starting, and the `receivers` of each folder."""
        self.by_name()
        for module in self.parts("receivers") if self.part else ():
            import_module(module)

    def refresh(self) -> None:
        """Forgets what was found, so that what was added since is found; tests drop files in."""
        self._found = None

    def _modules(self) -> list[str]:
        """The full names of the files or folders, in alphabetical order."""
        found = pkgutil.iter_modules(import_module(self.package).__path__)
        return sorted(f"{self.package}.{module.name}" for module in found if module.ispkg or not self.part)

    def _load(self, module: str) -> K:
        kind = getattr(import_module(module), self.called, None)
        if not isinstance(kind, self.contract):
            raise BadKind(f"{module} has no “{self.called}” that is made from {self.contract.__name__}.")
        asked = (attribute for each in type(kind).__mro__ for attribute in get_annotations(each))
        if missing := sorted({attribute for attribute in asked if not hasattr(kind, attribute)}):
            raise BadKind(f"“{self.called}” of {module} leaves out {', '.join(missing)}.")
        if self.check:
            self.check(kind)
        return kind

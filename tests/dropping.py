"""Puts files or folders where the site looks for kinds of something; nothing else is told of them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from engine.kinds import K, Kinds


@contextmanager
def drop_in(kinds: Kinds[K], folder: Path) -> Iterator[Kinds[K]]:
    """The kinds with those of this folder among them, which are gone afterwards."""
    package = import_module(kinds.package)
    package.__path__.append(str(folder))
    kinds.refresh()
    try:
        kinds.load()
        yield kinds
    finally:
        package.__path__.remove(str(folder))
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None)).startswith(f"{folder}/"):
                del sys.modules[name]
                vars(package).pop(name.rpartition(".")[2], None)
        kinds.refresh()

"""Finds the channels by their place: every folder of `channels/`."""

import pkgutil
from importlib.util import find_spec

from notifications import channels


def list_urls() -> list[str]:
    """The addresses of the channels that have some."""
    names = (f"{channels.__name__}.{module.name}.urls" for module in pkgutil.iter_modules(channels.__path__))
    return [name for name in names if find_spec(name)]

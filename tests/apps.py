"""The apps of the site, from the lowest to the highest, by the contract of their layers in `pyproject.toml`."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def read_layers() -> list[str]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each["name"] == "Apps point downward")
    return layers[::-1]


PACKAGES = tuple(read_layers())
"""With the engine, which is no app."""
APPS = tuple(name for name in PACKAGES if name != "engine")

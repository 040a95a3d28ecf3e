"""Reads single variables: numbers, switches, addresses."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from core.numbers import read_number

TRUE, FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off", ""}


def number(environ: Mapping[str, str], name: str, default: int) -> int:
    """Returns a whole number, or the default if the value is missing or malformed."""
    found = read_number(environ.get(name, "").strip())
    return default if found is None else found


def flag(environ: Mapping[str, str], name: str) -> bool:
    """Whether a switch is on: `1`, `true`, `yes` or `on` in any case."""
    return environ.get(name, "").strip().lower() in TRUE


def host_of(url: str) -> str:
    """Returns the host of an address, or an empty text if it has none or is malformed."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def list_origins(told: str) -> list[str]:
    """Splits origins such as `https://ntfy.lan:8443`, which are separated by commas."""
    return [origin.strip().rstrip("/") for origin in told.split(",") if origin.strip()]

"""The mail providers that bring answers: a file each, which reads what its webhook says."""

from importlib import import_module
from typing import cast

from replies.ways.providers.contract import Delivered, Provider

__all__ = ["NAMES", "Delivered", "Provider", "find_provider"]

NAMES = ("amazon_ses", "mailgun", "postmark", "sendgrid")


def find_provider(name: str) -> Provider:
    """Raises KeyError."""
    if name not in NAMES:
        raise KeyError(name)
    return cast("Provider", import_module(f"{__name__}.{name}"))

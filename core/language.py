"""The language that is active, found at once where the site has but one."""

from functools import cache
from typing import Any

from django.conf import settings
from django.core.signals import setting_changed
from django.utils.translation import get_language


def find_language() -> str | None:
    """Its code. With one language nothing is asked of the thread: a page asks some hundred times."""
    return _find_only() or get_language()


@cache
def _find_only() -> str:
    """The only language of the site; empty where there are several."""
    return settings.LANGUAGE_CODE if len(settings.LANGUAGES) == 1 else ""


def _forget(**_: Any) -> None:
    _find_only.cache_clear()


setting_changed.connect(_forget)

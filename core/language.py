"""The language that is active, found at once where the site has but one."""

from django.conf import settings
from django.utils.translation import get_language


def find_language() -> str | None:
    """Its code. With one language nothing is asked of the thread: a page asks some hundred times."""
    return get_language() if len(settings.LANGUAGES) > 1 else settings.LANGUAGE_CODE

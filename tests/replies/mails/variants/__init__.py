"""Twenty answers and more of each kind that mail programs write, made of programs, languages, charsets and places."""

from functools import cache

from tests.replies.mails.variants import in_html, in_parts, in_text
from tests.replies.mails.variants.building import Variant

KINDS = {kind.__name__: kind for module in (in_text, in_html, in_parts) for kind in module.KINDS}


@cache
def list_variants(kind: str) -> tuple[Variant, ...]:
    return tuple(KINDS[kind]())

"""Every kind of form field that the site uses refuses an entry in a sentence of this site, not of Django."""

import re
from pathlib import Path

from django import forms
from django.core.exceptions import ValidationError

from tests.apps import APPS
from tests.rows import each_row

ROOT = Path(__file__).parents[2]
USED = sorted(
    {
        name
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        for name in re.findall(r"\bforms\.(\w+Field)\(", path.read_text())
        if hasattr(forms, name)
    }
)
ARGUMENTS = {"ModelChoiceField": {"queryset": None}, "SlugField": {"allow_unicode": True}}
DJANGOS = re.compile(r"^(Enter a (?!valid email)|Select a|Ensure|This field|Null|“|Value)")


@each_row("name", USED)
def test_every_error_of_a_field_is_a_sentence_of_this_site(name):
    field = getattr(forms, name)(**ARGUMENTS.get(name, {}))
    said = [str(sentence) for sentence in field.error_messages.values()]
    for typed in ("", "\0", "§§"):
        try:
            if name != "ModelChoiceField":
                field.clean(typed)
        except ValidationError as refused:
            said += refused.messages
    assert said
    assert [sentence for sentence in said if DJANGOS.match(sentence)] == []

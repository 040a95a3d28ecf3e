"""The forms that filter what staff see of a person. They change nothing, so they are sent as GET requests."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.form_errors import invalid
from core.indexed import find_by_letters
from moderation.words import decisions as words

LONGEST = 20
"""The most characters of a name."""


class GamesForm(forms.Form):
    """Which of a person's games are listed."""

    opponent = forms.CharField(label=_("Opponent"), required=False, max_length=LONGEST)
    timed_out = forms.BooleanField(label=_("Lost on time"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_games_%s", "label_suffix": "", **kwargs})

    @property
    def asked(self) -> dict[str, Any]:
        """Returns the answers in the form of arguments of `games.find_seats`, or none if the form is invalid."""
        return dict(self.cleaned_data) if self.is_valid() else {}


class OtherForm(forms.Form):
    """The account with which a person is compared. `find` returns it, or None if none was given."""

    second = forms.CharField(label=_("Second account"), required=False, max_length=LONGEST)

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "id_compare_%s", "label_suffix": "", **kwargs})
        self.person = person
        self.other: User | None = None

    def clean_second(self) -> str:
        name: str = self.cleaned_data["second"].strip()
        self.other = find_other(name, than=self.person)
        return name

    def find(self) -> User | None:
        return self.other if self.is_valid() else None


def find_other(name: str, *, than: User) -> User | None:
    """Finds another account by its name, even if it is closed. Returns None for an empty name. Raises
    ValidationError."""
    if not name:
        return None
    found = find_by_letters(User.objects.all(), "username", name).first()
    if found is None:
        raise invalid(words.UNKNOWN_ACCOUNT())
    if found.pk == than.pk:
        raise invalid(words.SAME_ACCOUNT())
    return found

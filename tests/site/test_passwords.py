"""Passwords that others use, that were leaked, or that name this very site are refused; others are not."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.models import User
from mastery_site.pages.passwords import LONGEST, SiteValidator, is_made_of, undress
from tests.rows import each_row

NEWCOMER = {"username": "Dora", "email": "dora@example.org"}
LEAKED = ["liverpool2008", "sunshine1985", "iloveyou4ever", "Letmein12345", "michaeljordan23", "passw0rd123!"]
DRESSED = ["dragon77", "Monkey!!1", "12princess", "summer99"]
NAMES = ["slowboard", "Slowboard", "SlowBoard1", "slow-board!", "5l0wb0ard", "slowboardslowboard", "SlowboardGames"]
NAMES += ["mastery2026", "MASTERYmasters", "m4st3rs!?1", "slowboard-login"]
GOOD = [
    "a quiet evening with a board",
    "correct-horse-battery-staple",
    "slowboard and a lamp",
    "mastery of the 7th rook",
    "kq8!vzr2m",
    "Xylophon-Regenbogen",
    "masterpiece of tin",
    "dragon on a bicycle",
    "ταξίδι στο φεγγάρι",
    ("x" * 5 + "7Qm" * 400)[:LONGEST],
]


def refuse(password: str) -> str:
    try:
        validate_password(password, User(username="Dora", email="dora@example.org"))
    except ValidationError as error:
        return error.messages[0]
    return ""


@each_row("password", [*LEAKED, *DRESSED, *map(str.upper, DRESSED)])
def test_a_leaked_or_common_password_with_little_added_is_refused(password):
    assert "too common" in refuse(password)


@each_row("password", NAMES)
def test_the_name_of_the_site_or_of_its_games_is_refused_however_it_is_spelt(password):
    assert "easy to guess on this site" in refuse(password)


@pytest.mark.parametrize(
    ("site_name", "site_url", "password", "refused"),
    [
        ("Brettspielklub Süd", "https://spielen.example.org", "brettspielklubsüd", True),
        ("Brettspielklub Süd", "https://spielen.example.org", "Brettspielklub77", True),
        ("Brettspielklub Süd", "https://spielen.example.org", "spielen-spielen", True),
        ("Brettspielklub Süd", "https://spielen.example.org", "slowboard1", False),
        ("Go!", "https://[2001:db8::1]", "gogogogo", False),
        ("8", "http://localhost:8000", "vzrmkqpt", False),
    ],
)
def test_its_names_are_those_that_the_settings_tell(settings, site_name, site_url, password, refused):
    settings.SITE_NAME, settings.SITE_URL = site_name, site_url
    try:
        SiteValidator().validate(password)
    except ValidationError:
        assert refused
    else:
        assert not refused


@each_row("password", GOOD)
def test_other_passwords_are_accepted(password):
    assert refuse(password) == ""


@each_row(("text", "bare"), [("7!dragon77", "dragon"), ("a-b", "a-b"), ("1984", ""), ("", ""), ("ñ_", "ñ"), ("a", "a")])
def test_a_word_is_looked_at_without_what_stands_around_it(text, bare):
    assert undress(text) == bare


@each_row(("letters", "made"), [("gameboard", True), ("boardgames", True), ("boardgamess", False), ("", False)])
def test_words_may_be_made_of_each_other(letters, made):
    words = frozenset({"game", "board", "boardgame", "boardgames", "games"})
    assert is_made_of(letters, words) is made
    assert is_made_of(letters + "boardgames" * 90, words) is (made or not letters)


@pytest.mark.django_db
@pytest.mark.parametrize("password", ["slowboard2026", "liverpool2008"])
def test_the_sign_up_page_explains_the_refusal_and_keeps_what_was_typed(client, password):
    answer = client.post(reverse("account_signup"), {**NEWCOMER, "password1": password})
    page = answer.content.decode()
    assert "easy to guess on this site" in page or "too common" in page
    assert 'value="Dora"' in page
    assert not User.objects.filter(username="Dora").exists()
    client.post(reverse("account_signup"), {**NEWCOMER, "password1": "a quiet evening with a board"})
    assert User.objects.filter(username="Dora").exists()

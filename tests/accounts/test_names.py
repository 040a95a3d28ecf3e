"""Which names are allowed, and which look like one another."""

import re

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import look_of, validate_name


@pytest.mark.parametrize("name", ["Ann", "a.b", "x_y-z.1", "1st", "Jean-Luc", "A" * 20, "007", "xX_pawn_Xx"])
def test_allowed(name):
    validate_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_form"),
        ("ab", "name_form"),
        ("a" * 21, "name_form"),
        ("a b", "name_form"),
        ("a@b", "name_form"),
        ("a/b", "name_form"),
        ("Zoë", "name_form"),
        ("аdа", "name_form"),  # Cyrillic
        ("ann\n", "name_form"),
        ("ann\u200b", "name_form"),
        ("---", "name_form"),
        ("._.", "name_form"),
        ("admin", "name_reserved"),
        ("Adm1n", "name_reserved"),
        ("a.d.m.i.n", "name_reserved"),
        ("rn0d", "name_reserved"),
        ("MODERAT0R", "name_reserved"),
        ("no_reply", "name_reserved"),
    ],
)
def test_refused(name, code):
    with pytest.raises(ValidationError) as refusal:
        validate_name(name)
    assert refusal.value.code == code
    assert str(refusal.value.message).endswith(".")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "A1ice"),
        ("Alice", "AIice"),
        ("Bob", "B0b"),
        ("Sam", "5arn"),
        ("Wim", "vvim"),
        ("jo.e", "J-o_e"),
        ("Zoe", "2oe"),
    ],
)
def test_look_alikes(one, other):
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(("one", "other"), [("Alice", "Alicia"), ("Bob", "Rob"), ("Ann", "Anna"), ("Max1", "Max2")])
def test_names_that_nobody_confuses(one, other):
    assert look_of(one) != look_of(other)


@given(st.from_regex(re.compile(r"[A-Za-z0-9_.-]{3,20}"), fullmatch=True))
def test_looking_twice_shows_no_more(name):
    assert look_of(look_of(name)) == look_of(name)
    assert look_of(name) == look_of(name.swapcase())
    assert len(look_of(name)) <= len(name)


def sentences_about(name: str) -> list[str]:
    try:
        validate_name(name)
    except ValidationError as refusal:
        return refusal.messages
    return []


@given(st.text(max_size=25))
def test_any_text_is_allowed_or_refused_with_a_sentence(text):
    sentences = sentences_about(text)
    assert all(sentence.endswith(".") for sentence in sentences)
    assert sentences or re.fullmatch(r"[A-Za-z0-9_.-]{3,20}", text)

"""Which names are allowed, and which look like one another."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.profile.names import call_computer, is_near, list_near_keys, look_of, validate_name
from engine import registry
from engine.search.playing import list_levels
from tests.rows import each_row
from tests.versions import see


@each_row(
    "name",
    [
        *("Ann", "a.b", "x_y-z.1", "1st", "Jean-Luc", "A" * 20, "007", "xX_pawn_Xx"),
        *("badminton", "Staffan", "Modern.Fan", "Solomod", "Dr.Supporter", "Jean.Luc", "Sitelle", "Systema", "Systole"),
        *("Jo.An", "J.Lo", "Guesthouse", "Modest", "Stafford", "Rooty", "Host", "Rob_in", "St.John", "Mr.X"),
        *(
            "Siteri",
            "Teamann",
            "TeamAnn",
            "Theodore",
            "Theme",
            "Thelma",
            "TheMaster",
            "Player7",
            "Anonymous42",
            "Abbot1",
        ),
        *("Robot7", "Xavier", "Maxx", "xXBorisXx", "Clevelo", "Cleveland2", "Level42", "Ann-level", "Eve-1", "Lil.Oli"),
        *("1st.2nd", "Jo.Mail", "Foo.Bar", "Localhero", "Helper2", "Compute7", "Guesthouse3", "Moderna1"),
    ],
)
def test_allowed(name):
    validate_name(name)


@each_row(
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
        ("guest", "name_reserved"),
        ("Anonymous", "name_reserved"),
        ("c0mputer", "name_reserved"),
        ("Closed_Account", "name_reserved"),
        ("Admin_Bob", "name_reserved"),
        ("adminbob", "name_reserved"),
        ("bob-4DM1N", "name_reserved"),
        ("admin42", "name_reserved"),
        ("Addmiin", "name_reserved"),
        ("TheModerator", "name_reserved"),
        ("m0d3rat0r7", "name_reserved"),
        ("Mod.Ann", "name_reserved"),
        ("StaffBob", "name_reserved"),
        ("ann_Official", "name_reserved"),
        ("5upport_team", "name_reserved"),
        ("System_1", "name_reserved"),
        ("sl0wboard", "name_reserved"),
        ("Slow.Board.Help", "name_reserved"),
        ("the_5lowb0ard_", "name_reserved"),
        ("ann@example.org", "name_form"),
        ("ann.example.com", "name_address"),
        ("ann.c0m", "name_address"),
        ("play.de", "name_address"),
        ("Evil.Ru", "name_address"),
        ("Game.Master", "name_reserved"),
        ("Help-Desk", "name_reserved"),
        ("WWW.ann.games", "name_address"),
        ("www.ann", "name_address"),
        ("127.0.0.1", "name_address"),
        ("1.2.3.4", "name_address"),
        ("l0.O.0.I", "name_address"),
        ("10.8", "name_address"),
        ("mail.foo", "name_address"),
        ("smtp.ann", "name_address"),
        ("foo.museum", "name_address"),
        ("ann.example", "name_address"),
        ("ann.local", "name_address"),
        ("localhost", "name_reserved"),
        ("Mastery-level-1", "name_reserved"),
        ("Mastery-level-9", "name_reserved"),
        ("Masters.level_12", "name_reserved"),
        ("mastery1evel6", "name_reserved"),
        ("Master-Level-4b", "name_reserved"),
        ("Chess-level-3", "name_reserved"),
        ("guest-123", "name_reserved"),
        ("Guest1", "name_reserved"),
        ("7_gue5t_7", "name_reserved"),
        ("Computer1", "name_reserved"),
        ("Bot-2", "name_reserved"),
        ("modteam", "name_reserved"),
        ("ModTeam", "name_reserved"),
        ("TheTeam", "name_reserved"),
        ("theteam", "name_reserved"),
        ("the_owner2", "name_reserved"),
        ("SiteOwner", "name_reserved"),
        ("siteowner", "name_reserved"),
        ("Game-Team", "name_reserved"),
        ("xXadminXx", "name_reserved"),
        ("xx_Mods_xx", "name_reserved"),
        ("XguestX", "name_reserved"),
    ],
)
def test_refused(name, code):
    with pytest.raises(ValidationError) as refusal:
        validate_name(name)
    assert refusal.value.code == code
    assert str(refusal.value.message).endswith(".")


@each_row(
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


@each_row(("one", "other"), [("Alice", "Alicia"), ("Bob", "Rob"), ("Ann", "Anna"), ("Max1", "Max2")])
def test_names_that_do_not_look_alike(one, other):
    assert look_of(one) != look_of(other)


@given(st.from_regex(re.compile(r"[A-Za-z0-9_.-]{3,20}"), fullmatch=True))
def test_the_look_of_a_look_is_the_look_itself(name):
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


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_nobody_can_be_called_as_a_computer_is_or_may_be_one_day(ruleset):
    numbered = [f"{ruleset.slug[:9].capitalize()}-level-{level}" for level in (1, 6, 9, 12)]
    for name in (*numbered, *(call_computer(ruleset.slug, level.name) for level in list_levels(ruleset))):
        for like in (name, name.replace("-", ""), name.replace("l", "1"), f"{name}a"):
            assert sentences_about(like) == ["This name is reserved. Please choose another."], like


def test_the_name_of_this_very_site_is_kept(settings):
    settings.SITE_NAME = "Quiet Boards"
    with pytest.raises(ValidationError):
        validate_name("QuietBoards-News")
    validate_name("QuietAnn")


def test_a_person_who_already_has_such_a_name_keeps_it(client, db):
    old = User.objects.create(username="Mod_Ann", email="ann@example.org", password="!")
    client.force_login(old)
    assert (
        client.post(
            reverse("settings"),
            {**see(client, reverse("settings")), "about": "x", "time_zone": "browser", "weekend": "67"},
        ).status_code
        == 302
    )
    old.full_clean()  # as the administration does before it saves
    old.username = "Mod_Anna"
    with pytest.raises(ValidationError):
        old.full_clean()


@each_row("name", ["H4zel", "Hazell", "Hazal", "Hzael", "Haze1", "Hazel1", "ha.zel_s", "Bazel", "HAZEL-x", "H4ze1"])
def test_a_name_one_letter_off_is_near_whichever_is_the_older(name):
    for one, other in ((name, "Hazel"), ("Hazel", name)):
        assert is_near(one, other)
        assert list_near_keys(one) & list_near_keys(other)


@each_row(
    ("one", "other"),
    [
        ("Hazel", "Hazelnut"),
        ("Hazel", "Basil"),
        ("player1", "player2"),
        ("player19", "player21"),
        ("Ann", "Anna"),
        ("Tim1", "Tom1"),
    ],
)
def test_names_two_letters_apart_short_names_and_numbered_names_are_not_near(one, other):
    assert not is_near(one, other)


def test_near_names_find_each_other_by_a_key_whatever_was_changed():
    """Each name with one letter more, less, or another, or two in turn, in every place."""
    whole = "Marius"
    for at in range(len(whole)):
        more, less = whole[:at] + "x" + whole[at:], whole[:at] + whole[at + 1 :]
        other, turned = whole[:at] + "x" + whole[at + 1 :], whole[:at] + whole[at : at + 2][::-1] + whole[at + 2 :]
        for name in (more, less, other, turned):
            assert is_near(name, whole) == bool(list_near_keys(name) & list_near_keys(whole)) is True, name

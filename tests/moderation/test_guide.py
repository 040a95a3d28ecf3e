"""The guide of moderators: it says of every rule what the forms suggest, and staff find it from the rules."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from moderation import suggesting
from moderation.suggesting import Measure, list_offences
from tests.moderation.staff import make_report
from tests.rows import each_row

pytestmark = pytest.mark.django_db
GUIDE = reverse("moderation_guide")


def read_rows(text: str) -> dict[str, list[str]]:
    """The measures of each rule, as the page shows them."""
    rows = re.findall(r'<tr id="(\w+)">(.*?)</tr>', text, re.DOTALL)
    return {code: re.findall(r"<td>(.*?)</td>", row) for code, row in rows}


def test_every_rule_that_can_be_broken_is_in_the_table_with_what_the_forms_suggest(staff):
    shown = read_rows(staff.get(GUIDE).content.decode())
    assert shown == {rule.code: [escape(each.told) for each in ladder] for rule, ladder in list_offences()}
    assert shown["C1"] == ["Mute, 3 days", "Mute, 1 week", "Suspend, 30 days"]


def test_the_table_follows_a_change_of_what_is_suggested(staff, monkeypatch):
    monkeypatch.setitem(suggesting.LADDERS, "C1", (Measure("mute", "1"),) * 3)
    assert read_rows(staff.get(GUIDE).content.decode())["C1"] == ["Mute, 1 day"] * 3


@each_row(
    "place",
    [
        "measures",
        "accounts",
        "together",
        "help",
        "assist",
        "reports",
        "ratings",
        "conflicts",
        "own",
        "handing-over",
        "raids",
        "tone",
    ],
)
def test_it_is_about_judgement_and_each_part_can_be_linked(staff, place):
    text = staff.get(GUIDE).content.decode()
    assert f'href="#{place}"' in text
    assert f'id="{place}"' in text


@pytest.mark.parametrize("page", ["conduct", "fair_play"])
def test_the_pages_of_rules_lead_there_for_moderators_alone(staff, client, alice, page):
    assert f'href="{GUIDE}#measures"' in staff.get(reverse(page)).content.decode()
    client.force_login(alice)
    for reader in (client, Client()):
        assert GUIDE not in reader.get(reverse(page)).content.decode()


def test_the_tabs_and_the_suggestion_beside_a_report_lead_there(staff, alice, boris):
    assert f'href="{GUIDE}"' in staff.get(reverse("moderation")).content.decode()
    page = reverse("moderation_report", args=[make_report(alice, about=boris).pk])
    assert f'href="{GUIDE}#C1"' in staff.get(page).content.decode()
    page = reverse("moderation_report", args=[make_report(boris, about=alice, matter="other").pk])
    assert f'href="{GUIDE}#measures"' in staff.get(page).content.decode()

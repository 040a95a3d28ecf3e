"""The pages of conduct and fair play: every paragraph has an address that decisions can cite, for good."""

from collections import Counter

import pytest

from accounts import rules
from tests.rows import each_row

CITED = "C1 C2 C3 C4 C5 C6 C7 C8 F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11"
"""Codes that decisions may have cited: none may go away, and a new one goes to the end of its letter."""


def test_every_code_is_there_once_and_those_cited_before_are_still_there():
    codes = Counter(rule.code for rule in rules.list_rules())
    assert set(codes.values()) == {1}
    assert set(CITED.split()) <= set(codes)


@each_row("rule", list(rules.list_rules()), ids=lambda rule: rule.code)
def test_the_address_of_a_rule_leads_to_its_paragraph(client, rule):
    page, _, place = rule.url.partition("#")
    text = client.get(page).content.decode()
    assert f'id="{place}"' in text
    assert rule.text in text


def test_a_rule_is_found_by_its_code_and_offered_to_staff_with_its_words():
    assert rules.find_rule("F4").text.startswith("No program")
    assert rules.find_rule("X9") is None
    assert rules.cite("C1").startswith("Conduct C1: Be polite.")
    assert rules.cite("X9") == "X9"
    assert ("F7", f"F7: {rules.find_rule('F7').text}") in rules.list_choices()


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/account/signup/", "/terms/"])
def test_the_sign_up_page_links_to_both(client, page):
    text = client.get(page).content.decode()
    main = text[text.index("<main") : text.index("</main")]
    assert 'href="/conduct/"' in main
    assert 'href="/fair-play/"' in main

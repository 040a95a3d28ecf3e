"""Every mail in a narrow window, light and dark, and as plain text: as it reaches people, whatever they read with."""

import re
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from notifications import registry
from notifications.contract import Way
from notifications.models import EMAIL
from tests.looking import find_faults
from tests.mails import LINES_OF_OTHERS, MAILS, make_mail
from tests.sharing import begin_with

NARROWEST = {"width": 320, "height": 640}
WIDEST_LINE = 78
"""Characters that every mail program shows on a line: RFC 5322, 2.1.1."""
OF_WHOLE_PAGES = ("landmark-one-main", "region")
"""Rules that the page of a mail program has to keep, not the mail inside it."""
WITHOUT_BOARD = {"answered_without_naming_a_game", "reply_unread", "rating_corrected", "vacation_used"}
"""Kinds and mails that name a game in their subject, and tell of a number, a day, or of several games."""
ENTITY = re.compile(r"&(#\w+|amp|lt|gt|quot|nbsp);")
pytestmark = [pytest.mark.django_db, pytest.mark.late, pytest.mark.looks]
every_mail = pytest.mark.parametrize("name", MAILS)


@pytest.fixture(scope="module")
def window(browser):
    """One window for all of them: a mail leaves nothing behind."""
    context = browser.new_context(viewport=NARROWEST)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("kind", [kind.name for kind in registry.KINDS.all() if kind.way_by(EMAIL) != Way.NEVER])
def test_each_kind_of_notice_is_looked_at_here(kind):
    """What fails here wants a row in tests/mails/."""
    assert kind in {kind for kind, _ in MAILS.values()}


def list_looks() -> list[tuple[str, str]]:
    """Each mail in each scheme: one of each kind first, every second one in light."""
    one_each = {kind: name for name, (kind, _) in reversed(MAILS.items())}.values()
    names = dict.fromkeys([*one_each, *MAILS])
    both = [("light", "dark") if number % 2 else ("dark", "light") for number, _ in enumerate(names)]
    return [(name, schemes[turn]) for turn in (0, 1) for name, schemes in zip(names, both, strict=True)]


@pytest.mark.browser
@pytest.mark.parametrize(("name", "scheme"), begin_with(len(registry.KINDS.all()), list_looks()))
def test_every_mail_looks_right_at_320_pixels(window, name, scheme):
    window.set_content(make_mail(name).html)
    assert find_faults(window, schemes=(scheme,), without=OF_WHOLE_PAGES) == []


@every_mail
def test_its_links_are_absolute_and_its_pictures_are_described(name):
    shown = make_mail(name).html
    links = re.findall(r'<a [^>]*?href="([^"]*)"', shown)
    assert links
    pages = [link for link in links if not link.startswith("mailto:")]
    assert [link for link in pages if urlsplit(link)[:2] != urlsplit(settings.SITE_URL)[:2]] == []
    for picture in re.findall(r"<img [^>]*>", shown):
        assert 'src="data:image/png;base64,' in picture
        assert re.search(r'alt="[^"]{10,}"', picture)


@every_mail
def test_its_plain_text_reads_well(name):
    mail = make_mail(name)
    text = mail.text.strip()
    assert mail.subject.strip()
    assert "\n\n\n" not in text
    assert not ENTITY.search(text + mail.subject)
    assert not re.search(r"\{[{%]|None|<[a-z/]", text)
    too_long = [line for line in text.splitlines() if len(line) > WIDEST_LINE and not LINES_OF_OTHERS.search(line)]
    assert too_long == []


@every_mail
def test_its_plain_text_has_every_link_of_its_buttons(name):
    mail = make_mail(name)
    buttons = re.findall(r'<a class="button"[^>]*?href="([^"]*)"', mail.html)
    assert [link for link in buttons if link not in mail.text] == []


@every_mail
def test_news_of_one_game_link_to_it_and_show_the_board_in_letters(name):
    mail = make_mail(name)
    if "#1)" in mail.subject and not (WITHOUT_BOARD & {name, MAILS[name][0]}):
        assert f"{settings.SITE_URL}/games/1/" in mail.text
        assert re.search(r"^ 1  [A-Za-z.]( [A-Za-z.])+$", mail.text, re.M)

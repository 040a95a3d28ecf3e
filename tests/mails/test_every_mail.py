"""Every email as it reaches people, whatever they read it with: each is made once and opened once, and all that must
hold of it is judged then."""

import pytest

from engine.words import Sentence
from games.play.offers.registry import OFFERS
from notifications import registry
from notifications.contract import Way
from notifications.models import EMAIL
from tests.looking import find_faults
from tests.mails import MAILS
from tests.mails.answers import JUDGES_OF_ANSWERED, TOLD, is_asked
from tests.mails.judging import JUDGES, make
from tests.mails.table import MADE, make_mail
from tests.rows import each_row

NARROWEST = {"width": 320, "height": 640}
OF_WHOLE_PAGES = ("landmark-one-main", "region")
"""Rules that the page of a mail program has to keep, not the mail inside it."""
SOON = (*TOLD, "your_turns", "game_over_drawn", "vacation_used_for_the_first_time")
"""What `make quick` and `make test` look at; the others take long."""
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def window(browser):
    """One window for all of them: a mail leaves nothing behind."""
    context = browser.new_context(viewport=NARROWEST)
    yield context.new_page()
    context.close()


def test_each_kind_of_notice_is_looked_at_here():
    seen = {kind for kind, _ in MAILS.values()}
    wanted = {kind.name for kind in registry.KINDS.all() if kind.way_by(EMAIL) != Way.NEVER or kind.is_in_thread}
    assert not wanted - seen, f"tests/mails/ has no email of {', '.join(sorted(wanted - seen))}: add a row there."


@each_row("name", SOON)
def test_a_few_mails_are_right(name, settings):
    judge(name, settings)


@pytest.mark.late
@each_row("name", [name for name in MAILS if name not in SOON])
def test_every_other_mail_is_right(name, settings):
    judge(name, settings)


def judge(name: str, settings) -> None:
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"
    made = make(name)
    MADE[name] = made.mail
    judges = (*JUDGES, *(JUDGES_OF_ANSWERED if is_asked(made) else ()))
    assert {judge.__name__: found for judge in judges if (found := list(judge(made)))} == {}


@pytest.mark.late
@pytest.mark.browser
@each_row("name, schemes", [(name, ("light", "dark")[:: (-1) ** place]) for place, name in enumerate(MAILS)])
def test_every_mail_looks_right_at_320_pixels(window, name, schemes):
    """Whatever is the same in light and dark is looked at in the first of them."""
    window.set_content(make_mail(name).html)
    assert find_faults(window, schemes=schemes, without=OF_WHOLE_PAGES) == []


def list_sentences(kind) -> list[tuple[str, Sentence]]:
    return [(name, found) for name in dir(kind) if isinstance(found := getattr(kind, name), Sentence)]


@each_row("kind", OFFERS.all(), ids=lambda kind: kind.name)
def test_each_kind_of_offer_names_opponent_and_game_in_its_subjects(kind):
    subjects = [sentence for name, sentence in list_sentences(kind) if name.endswith("_subject")]
    assert subjects
    for text in (text for each in subjects for text in (each.text, each.plural) if text):
        assert "{who}" in text
        assert text.endswith(" ({game})")

"""Each email that may be answered says how, with a turn that can be played; where no answer is read, none says so."""

import re
from datetime import timedelta
from html import unescape
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Heartbeat
from games.outage_detection import TOLD_AFTER
from notifications import registry
from notifications.channels.email.composing import compose
from notifications.preferences.saving import save_preferences
from notifications.reply_tokens import find_token, read
from tests.mails import MAILS
from tests.mails.table import make_notice

pytestmark = pytest.mark.django_db(transaction=True)
ANSWERED = {name: kind for name, (kind, _) in MAILS.items() if registry.KINDS.get(kind).takes_replies}
INVITED = "Reply |reply with the word "
EXAMPLE = re.compile(r"for example (?:(\d+): )?(\S+?)[,.] ")
SEVERAL = ("your_turns", "digest")
ONE_EACH = {kind: name for name, kind in reversed(ANSWERED.items()) if kind != "reply_answered"}.values()


def write(name: str) -> tuple[str, str, object]:
    """The text of this email on one line, its HTML, and the email itself."""
    notice, now = make_notice(name)
    mail = compose(notice, now=now)
    return " ".join(mail.body.split()), mail.alternatives[0][0], mail


@pytest.fixture(autouse=True)
def outbox(settings):
    settings.EMAIL_BACKEND = "notifications.channels.email.backend.OutboxBackend"


@pytest.mark.parametrize("name", [name for name, kind in ANSWERED.items() if kind != "reply_answered"])
@pytest.mark.late
def test_it_says_how_it_is_answered_with_a_turn_that_can_be_played(name):
    text, html, mail = write(name)
    assert re.search(INVITED, text)
    assert re.search(INVITED, html)
    assert "/rules/email/" in text
    assert "/rules/email/" in html
    told = read(find_token(mail.reply_to[0]))
    games = mail.listed or [Game.objects.get(pk=told.game_id)]
    for number, turn in EXAMPLE.findall(text):
        game = games[int(number or 1) - 1]
        assert turn in game.position.legal_moves()
        assert turn in html
    mine = Game.objects.get(pk=told.game_id).side_to_move if told.game_id else None
    is_my_turn = mine is None or games[0].seats.get(user=told.user_id).side == mine
    asks_for_turn = is_my_turn and not games[0].is_over and ANSWERED[name] != "offer_made"
    assert bool(EXAMPLE.search(text)) == asks_for_turn


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("draw_offered_at_my_turn", "Reply yes or no, or answer on the site."),
        ("your_turn_first_of_all", "Reply with your turn, for example Md1-a1, or play on the site."),
        ("chat_message", "reply with the word note and your message, for example: note Thank you!"),
        ("pause_ended_at_their_turn", "To write to Boris, reply with the word note and your message"),
        ("digest", "Reply with your turns, one per line, each after the number of its game, for example 2: "),
    ],
)
def test_what_can_be_answered_fits_what_is_told(name, sentence):
    assert sentence in write(name)[0]


@pytest.mark.parametrize("name", SEVERAL)
def test_several_games_are_numbered_and_each_has_an_address_of_its_own(name):
    text, html, mail = write(name)
    drafts = re.findall(r'href="(mailto:[^"]+)"', html)
    assert len(drafts) == len(mail.listed) > 1
    for number, (game, draft) in enumerate(zip(mail.listed, drafts, strict=True), start=1):
        title = f"{number}. {game.ruleset.name} #{game.pk} against "
        assert title in text
        assert title in unescape(html)
        link = urlsplit(draft.replace("&amp;", "&"))
        address = unquote(link.path)
        assert address in mail.body.splitlines()
        told = read(find_token(address))
        assert (told.user_id, told.game_id) == (mail.listed[0].seats.get(user__username="Alice").user_id, game.pk)
        assert (told.revision, told.ply) == (game.revision, game.ply)
        assert parse_qs(link.query)["subject"][0].endswith(f" ({game.ruleset.name} #{game.pk})")


@pytest.mark.parametrize("name", [*ONE_EACH, "your_turns"])
def test_while_replies_are_late_it_asks_to_play_on_the_site(name):
    late = timezone.now() - TOLD_AFTER - timedelta(minutes=1)
    Heartbeat.objects.create(part=Heartbeat.Part.NO_REPLY, at=late)
    text, html, mail = write(name)
    for shown in (text, html):
        assert "Replies are delayed, please play on the site." in shown
        assert not re.search(INVITED, shown)
        assert "mailto:" not in shown
    assert mail.reply_to


@pytest.mark.parametrize("why", ["the site takes none", "its reader wants none read"])
@pytest.mark.parametrize("name", [*ONE_EACH, "your_turns"])
def test_where_no_answer_is_read_nothing_invites_one(name, why, settings):
    notice, now = make_notice(name)
    if why == "the site takes none":
        settings.REPLY_ADDRESS = ""
    else:
        save_preferences(notice.recipient, by_reply=False)
    mail = compose(notice, now=now)
    for shown in (" ".join(mail.body.split()), mail.alternatives[0][0]):
        assert not re.search(f"{INVITED}|Replies are delayed|mailto:|/rules/email/|\\b1\\. Mast", shown)
    assert not mail.reply_to


@pytest.mark.parametrize("name", ["your_turn", "your_turns"])
def test_saying_so_takes_one_query_however_many_games_there_are(name, settings):
    """Whether answers are late just now; who wants none is known by then."""
    notice, now = make_notice(name)
    compose(notice, now=now)  # whatever is read once
    counts = []
    for address in ("", "turn@reply.example.org"):
        settings.REPLY_ADDRESS = address
        with CaptureQueriesContext(connection) as queries:
            compose(notice, now=now)
        counts.append(len(queries))
    assert counts[1] - counts[0] <= 1

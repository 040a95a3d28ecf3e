"""Whoever asks for help with a game accuses nobody: nothing counts against anybody, and staff act on the game."""

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from moderation import acting, gravity, reports, suggesting
from moderation.actions.registry import ACTIONS
from moderation.dossier import count_outcomes
from moderation.models import LoggedAction, Report
from moderation.things import registry
from notifications.contract import Known
from notifications.models import Notice
from notifications.registry import KINDS
from notifications.wording.describing import describe
from tests.factories import GameFactory
from tests.moderation.staff import make_report, open_as
from tests.moderation.test_deciding import make_order

pytestmark = pytest.mark.django_db(transaction=True)
PARTS = ("subject.txt", "body.txt", "body.html")


@pytest.fixture
def game(alice, boris):
    return GameFactory(first=alice, second=boris, turns=["Md1-c1"])


def ask(person: User, game) -> Report:
    thing = registry.THINGS.find("assist").find(person, game.pk)
    return reports.make(person, about=person, thing=thing, matter="assist", text="Our clocks stand still.")


def test_a_player_asks_by_the_link_on_the_page_of_the_game(client, game, alice):
    client.force_login(alice)
    page = reverse("report_thing", args=["assist", game.pk])
    assert page in client.get(game.get_absolute_url()).content.decode()
    text = client.get(page).content.decode()
    assert "Nobody is accused" in text
    assert "Whom is it about?" not in text
    assert client.post(page, {"matter": "assist", "text": "Our clocks stand still."}).status_code == 302
    made = Report.objects.get()
    assert (made.about, made.reporter, made.game, made.accuses) == (alice, alice, game, False)


def test_nobody_else_asks(client, game, carol):
    client.force_login(carol)
    page = reverse("report_thing", args=["assist", game.pk])
    assert client.get(page).status_code == 404
    assert page not in client.get(game.get_absolute_url()).content.decode()


def test_staff_see_actions_on_the_game_alone_and_no_suggestion(mira, game, alice):
    made = ask(alice, game)
    page = open_as(mira).get(reverse("moderation_report", args=[made.pk])).content.decode()
    assert "Nobody is accused" in page
    assert f'action="/moderation/games/{game.pk}/pause/"' in page
    assert f"/moderation/people/{alice.username}/warn/" not in page
    assert "Suggested:" not in page
    assert suggesting.look_up(made, thing=alice) is None


@pytest.mark.parametrize("outcome", ["acted", "no_breach"])
def test_it_counts_for_and_against_nobody(mira, game, alice, boris, outcome):
    made = ask(alice, game)
    reports.answer(made.pk, outcome=outcome, answer="They run again.", reason="Seen it.", staff=mira)
    assert gravity.read_record(alice) == (0, 0)
    assert count_outcomes(Report.objects.filter(about=alice)) == {"open": 0, "right": 0, "wrong": 0}
    assert suggesting.count_earlier(alice, rule="") == suggesting.count_earlier(boris, rule="") == 0


def test_an_action_on_the_game_answers_it_and_whoever_asked_is_told(mira, game, alice):
    made = ask(alice, game)
    acting.perform(ACTIONS.get("pause"), game, order=make_order(mira, report=made, settles=(made.pk,)))
    made.refresh_from_db()
    assert not made.is_open
    assert LoggedAction.objects.get().after["answered"] == [made.pk]
    assert Notice.objects.filter(kind="report_result", recipient=alice).exists()


def test_whoever_asked_reads_of_a_request_and_whoever_reported_of_a_report(mira, game, alice, boris):
    now, told = timezone.now(), {}
    for made in (ask(alice, game), make_report(alice, about=boris)):
        reports.answer(made.pk, outcome="acted", answer="", reason="Seen it.", staff=mira)
        notice = Notice.objects.filter(kind="report_result", channel="email").latest("pk")
        line = KINDS.get("report_result").tell_inbox(notice, user=alice, known=Known())
        context = describe(notice, now=now)
        mail = [render_to_string(f"notifications/report_result/{name}", context) for name in PARTS]
        told[made.matter] = [str(line.sentence), *mail]
    for text in told["assist"]:
        assert "your request" in text.lower()
        assert "report" not in text.replace("/reports/", "").lower()
    assert all("your report" in text.lower() for text in told["words"])


def test_the_page_of_a_request_calls_it_one(client, mira, game, alice):
    made = ask(alice, game)
    client.force_login(alice)
    page = reverse("my_report", args=[made.pk])
    assert "<h1>Your request</h1>" in client.get(page).content.decode()
    reports.answer(made.pk, outcome="no_breach", answer="", reason="Seen it.", staff=mira)
    text = client.get(reverse("my_reports")).content.decode()
    assert "Our staff have answered" in text
    assert "against the rules" not in text, "nobody was accused of anything"

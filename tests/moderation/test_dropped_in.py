"""An action of staff is one file, and so are a signal and a thing to report: dropped in, the pages have it."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.models import Game
from moderation.actions.registry import ACTIONS
from moderation.models import LoggedAction, Report
from moderation.signals.registry import SIGNALS
from moderation.things.registry import THINGS
from tests.dropping import drop_in
from tests.factories import GameFactory
from tests.moderation.staff import act, act_on_game, make_report

pytestmark = pytest.mark.django_db(transaction=True)
FOLDER = Path(__file__).parent / "dropped_in"


@pytest.fixture(autouse=True)
def _dropped():
    with (
        drop_in(ACTIONS, FOLDER / "actions"),
        drop_in(SIGNALS, FOLDER / "signals"),
        drop_in(THINGS, FOLDER / "things"),
    ):
        yield


def test_the_action_has_a_button_a_page_a_row_in_the_log_and_its_reverse(staff, alice):
    person = reverse("moderation_person", args=[alice.username])
    assert reverse("moderation_act_on_person", args=[alice.username, "thank"]) in staff.get(person).content.decode()
    assert act(staff, alice, "thank", reason="A good report.").status_code == 302
    row = LoggedAction.objects.get()
    assert (row.action, row.what, row.reason) == ("thank", "Thanked.", "A good report.")
    assert "Thanked." in staff.get(person).content.decode()
    undo = reverse("moderation_undo", args=[row.pk])
    assert "Take the thanks back" in staff.get(undo).content.decode()
    assert staff.post(undo, {"reason": "A mistake.", "told": "We were wrong."}).status_code == 302
    assert LoggedAction.objects.get(reverses=row).what == "Thanks taken back."


def test_a_new_thing_that_staff_do_to_a_game_is_one_file_without_a_migration(staff, alice, boris, capsys):
    game = GameFactory(first=alice, second=boris)
    assert "Expect signs of life" in staff.get(reverse("moderation_game", args=[game.pk])).content.decode()
    assert act_on_game(staff, game, "expect_signs", reason="They asked for it.").status_code == 302
    row = LoggedAction.objects.get()
    assert (row.action, row.what, row.reason) == ("expect_signs", "Signs expected.", "They asked for it.")
    assert game.staff_actions.get().get_kind_display() == "signs expected"
    assert Game.objects.get(pk=game.pk).silence_days == 10
    assert (
        staff.post(
            reverse("moderation_undo", args=[row.pk]), {"reason": "A mistake.", "told": "We were wrong."}
        ).status_code
        == 302
    )
    assert Game.objects.get(pk=game.pk).silence_days == 0
    assert LoggedAction.objects.get(reverses=row).what == "No signs expected."
    call_command("makemigrations", "games", check=True, dry_run=True)  # ends the process where one is missing
    assert "No changes" in capsys.readouterr().out


def test_the_signal_stands_among_the_others(staff, alice, boris):
    make_report(alice, about=boris)
    page = staff.get(reverse("moderation_signals")).content.decode()
    assert "Reports often" in page
    assert "1 report" in page


def test_the_thing_can_be_reported_and_staff_read_it_as_it_was(staff, client, alice, boris):
    boris.time_zone = "Europe/Berlin"
    boris.save()
    client.force_login(alice)
    page = reverse("report_thing", args=["zone", boris.pk])
    assert "the time zone of Boris" in client.get(page).content.decode()
    client.post(page, {"matter": "words", "text": "It is rude."})
    report = Report.objects.get()
    assert (report.thing, report.about, report.kept) == ("zone", boris, {"zone": "Europe/Berlin"})
    shown = staff.get(reverse("moderation_report", args=[report.pk])).content.decode()
    assert "Europe/Berlin" in shown

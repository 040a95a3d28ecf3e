"""The demonstration: real games in several states, made whole or not at all, and only where nobody is yet."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import get_hasher, identify_hasher
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import override_settings

from accounts.models import User
from accounts.time_off import vacation
from competition.models import LadderGame, LadderMember, StandingChallenge
from computers.starting import make_accounts
from engine import registry
from engine.contract import Side
from games import clock, play
from games.models import Challenge, ClockChange, Game, Seat, Turn
from mastery_site.embedded import demo
from notifications.models import Notice
from tests.clearing import clear
from tests.factories import UserFactory

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(scope="class")
def made(django_db_setup, django_db_blocker) -> Iterator[str]:
    """What is printed after the demonstration was made: once for all tests that look at it."""
    with django_db_blocker.unblock():
        with override_settings(EMBEDDED=True):
            yield demo.make_people_and_games(now=NOW)
        clear()


@pytest.fixture
def printed(made, db) -> str:
    return made


class TestWhatIsMade:
    def test_its_people_log_in_with_the_passwords_printed(self, printed):
        for name, role in demo.ROLES.items():
            (line,) = [line for line in printed.splitlines() if line.split()[0] == name]
            _, password, shown_role = line.split()
            user = authenticate(username=name, password=password)
            assert user.username == name
            assert shown_role == role
            assert (user.is_staff, user.is_superuser) == (
                role in ("moderator", "administrator"),
                role == "administrator",
            )
            assert user.emailaddress_set.get().verified
            assert identify_hasher(user.password).algorithm == get_hasher().algorithm  # hashed again, as any other

    def test_its_games_are_in_several_states(self, printed):
        hazel = User.objects.get(username="Hazel")
        waiting = Game.objects.waiting_for(hazel)
        assert waiting.exists()
        assert Game.objects.of(hazel).active().exclude(pk__in=waiting).exists()
        assert set(Game.objects.ended().values_list("termination", flat=True)) == {"masters_lost", "time"}
        assert Challenge.objects.listed(NOW).filter(stands=False).count() == 1
        assert Challenge.objects.pending(NOW).filter(opponent=hazel).count() == 1

    def test_its_standing_challenges_wait_and_one_is_paused_by_a_vacation(self, printed):
        paused = dict(StandingChallenge.objects.values_list("owner__username", "paused"))
        assert paused == {"Hazel": "", "Rowan": "", "Juniper": "", "Mallow": "vacation"}
        assert Challenge.objects.listed(NOW).filter(stands=True).count() == 3

    def test_its_ladder_has_everybody_on_it_and_a_running_game(self, printed):
        order = [member.user.username for member in LadderMember.objects.on("mastery").select_related("user")]
        assert order == ["Rowan", "Hazel", "Mallow", "Juniper"]
        assert LadderGame.objects.get(challenger__username="Juniper", challenged__username="Rowan").running

    def test_its_games_are_real_games_with_all_that_is_special(self, printed):
        for game in Game.objects.all():
            position = game.ruleset.start(**game.options)
            for turn in game.turns.all():
                position = position.play(turn.text)
            assert position.text() == game.position_text
        special = {sign for sign in "x~+" if Turn.objects.filter(text__contains=sign).exists()}
        assert special == set("x~+")
        assert Turn.objects.count() > 100

    def test_every_game_of_the_site_is_in_it(self, printed):
        slugs = set(Game.objects.values_list("ruleset_slug", flat=True))
        assert slugs == {ruleset.slug for ruleset in registry.all_rulesets()}
        (throw,) = Game.objects.filter(ruleset_slug="master").values_list("opening", flat=True)
        assert throw

    def test_nothing_in_it_lies_in_the_future_and_no_running_game_is_late(self, printed):
        assert not Turn.objects.filter(played_at__gt=NOW).exists()
        assert not Game.objects.filter(ended_at__gt=NOW).exists()
        assert not Game.objects.active().due(NOW + timedelta(hours=12)).exists()

    def test_a_game_lost_on_time_ended_soon_after_its_deadline(self, printed):
        game = Game.objects.get(termination="time")
        assert game.deadline_at + clock.GRACE < game.ended_at <= game.deadline_at + timedelta(minutes=2)

    def test_nobody_is_written_to_about_it(self, printed):
        assert not Notice.objects.open().exists()
        assert not Notice.objects.filter(channel="inbox", seen_at=None).exists()

    def test_all_that_games_may_agree_on_about_time_is_in_it(self, printed):
        assert {game.control["kind"] for game in Game.objects.all()} == {"days", "bank", "reserve"}
        assert {bool(game.vacation_days) for game in Game.objects.all()} == {True, False}
        assert Seat.objects.exclude(weekend="").exists()
        assert set(ClockChange.objects.values_list("kind", flat=True)) == {"more_time", "vacation"}
        assert vacation.booked(User.objects.get(username="Mallow"), now=NOW).get().from_at < NOW

    def test_play_goes_on_from_it(self, printed):
        game = Game.objects.waiting_for(User.objects.get(username="Hazel"))[0]
        side = Side(game.side_to_move)
        move = game.position.legal_moves()[0]
        assert play.play_move(game.pk, side=side, expected_revision=game.revision, text=move, now=NOW).turn.text == move


@pytest.mark.django_db(transaction=True)
def test_an_interruption_leaves_nothing_half_made(settings, monkeypatch):
    settings.EMBEDDED = True

    def interrupt(*args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "_offer", interrupt)
    with pytest.raises(KeyboardInterrupt):
        demo.make_people_and_games()
    assert not User.objects.exists()
    assert not Game.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_demonstration_is_refused_where_people_have_accounts(settings):
    settings.EMBEDDED = True
    UserFactory()
    assert demo.make_demo() is None
    with pytest.raises(CommandError, match="empty database"):
        call_command("demo")
    assert User.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_demonstration_is_made_where_there_are_only_computers(settings):
    settings.EMBEDDED = True
    make_accounts()
    assert demo.make_demo()


@pytest.mark.django_db(transaction=True)
def test_it_is_refused_on_another_database(settings):
    settings.EMBEDDED = False
    with pytest.raises(CommandError, match="embedded database alone"):
        call_command("demo")
    assert not User.objects.exists()


@pytest.mark.parametrize(("given", "wanted"), [({}, True), ({"DEMO": "1"}, True), ({"DEMO": "0"}, False)])
def test_demo_0_leaves_it_out(given, wanted):
    assert demo.wants_demo(given) is wanted

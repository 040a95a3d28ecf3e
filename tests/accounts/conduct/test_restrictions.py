"""Restrictions that staff put on a person: what each forbids, in which words, and how it ends."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.conduct.restrictions import Close, Games, Kind
from accounts.models import Restriction, User
from accounts.tasks import end_restrictions
from core.refusal import Refusal
from engine.contract import Side
from games import challenges, chat, play
from games.models import Game
from moderation import reports
from notifications.models import Notice
from tests.factories import ChallengeFactory, GameFactory

DAY = timedelta(days=1)


def lay(user: User, kind: Kind, *, by: User, days: float | None = 3, games: str = "", **more) -> Restriction:
    until = None if days is None else timezone.now() + timedelta(days=days)
    said = {"reason": "Insults in game 5", "rule": "C1", **more}
    found = restrictions.impose(User.objects.get(pk=user.pk), kind, by=by, until=until, games=games, **said)
    user.refresh_from_db()
    return found


def say(alice, boris):
    chat.send(alice, game_id=GameFactory(first=alice, second=boris).pk, text="Hello")


def challenge(alice, boris):
    ChallengeFactory(challenger=alice, audience="player", opponent=boris)


def post_open(alice, boris):
    ChallengeFactory(challenger=alice)


def accept_open(alice, boris):
    challenges.accept(ChallengeFactory(challenger=boris).pk, user=alice)


def accept_own(alice, boris):
    challenges.accept(ChallengeFactory(challenger=boris, audience="player", opponent=alice).pk, user=alice)


def have_accepted(alice, boris):
    with_alice = Restriction.objects.filter(user=alice)
    kept, _ = list(with_alice), with_alice.update(closed_at=timezone.now(), close="lifted")
    made = ChallengeFactory(challenger=alice, audience="link")
    with_alice.update(closed_at=None, close="")
    assert kept
    challenges.accept(made.pk, user=boris)


def report(alice, boris):
    reports.make(alice, about=boris, matter="words", text="He was rude.")


def play_turn(alice, boris):
    game = Game.objects.of(alice).active().first()
    play.play_move(game.pk, side=Side.FIRST, expected_revision=game.revision, text="Md1-c1")


def resign(alice, boris):
    play.resign(Game.objects.of(alice).active().first().pk, side=Side.FIRST)


DEEDS = (say, challenge, post_open, accept_open, accept_own, report, have_accepted)
FORBIDDEN = {
    Kind.WARNED: (),
    Kind.MUTED: (say,),
    Kind.BARRED_OPEN: (post_open, accept_open),
    Kind.BARRED: (challenge, post_open, accept_open, accept_own, have_accepted),
    Kind.BARRED_REPORTS: (report,),
    Kind.SUSPENDED: DEEDS,
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("kind", FORBIDDEN)
def test_each_kind_of_restriction_is_enforced_where_the_action_happens(alice, boris, admin, kind, deed):
    lay(alice, kind, by=admin, games=Games.GO_ON if kind == Kind.SUSPENDED else "")
    if deed not in FORBIDDEN[kind]:
        deed(alice, boris)
        return
    with pytest.raises(Refusal) as refused:
        deed(alice, boris)
    assert refused.value.code in (kind, "challenger_restricted")
    if refused.value.code == kind:
        assert "Insults in game 5" in str(refused.value)
        assert "(Conduct C1: Be polite." in str(refused.value)
        assert ".)" not in str(refused.value)
        assert " until " in str(refused.value)
        assert refused.value.status == 403


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", [play_turn, resign])
@pytest.mark.parametrize("games", [Games.GO_ON, Games.LOST])
def test_a_suspended_person_plays_only_the_games_that_may_go_on(alice, boris, admin, games, deed):
    GameFactory(first=alice, second=boris)
    lay(alice, Kind.SUSPENDED, by=admin, games=games)
    if games == Games.GO_ON:
        deed(alice, boris)
        return
    with pytest.raises(Refusal, match="You are suspended until"):
        deed(alice, boris)


def test_it_ends_at_its_time_and_its_end_is_told_once(alice, boris, admin):
    laid = lay(alice, Kind.MUTED, by=admin, days=3)
    later = laid.until_at + timedelta(seconds=1)
    assert restrictions.find(alice.pk, restrictions.Activity.CHAT, now=later) is None  # before any sweep
    assert restrictions.end_due(now=laid.until_at - timedelta(seconds=1)) == 0
    assert [restrictions.end_due(now=later), restrictions.end_due(now=later)] == [1, 0]
    laid.refresh_from_db()
    alice.refresh_from_db()
    assert laid.close == Close.ENDED
    assert not alice.restricted
    told = Notice.objects.filter(recipient=alice, channel="email").order_by("pk").values_list("kind", flat=True)
    assert list(told) == ["restricted", "restriction_over"]
    assert end_restrictions.apply().result == 0


def test_saving_an_older_copy_of_the_user_removes_no_restriction(alice, admin):
    copy = User.objects.get(pk=alice.pk)
    lay(alice, Kind.MUTED, by=admin)
    copy.about = "Hello"
    copy.save()
    assert User.objects.get(pk=alice.pk).restricted


def test_a_person_has_one_restriction_of_a_kind_but_warnings_add_up(alice, admin):
    lay(alice, Kind.MUTED, by=admin)
    with pytest.raises(Refusal, match="already"):
        lay(alice, Kind.MUTED, by=admin)
    lay(alice, Kind.WARNED, by=admin, days=None)
    lay(alice, Kind.WARNED, by=admin, days=None)
    assert len(restrictions.list_standing(alice)) == 3


@pytest.mark.parametrize(("said", "code"), [({"reason": " "}, "no_reason"), ({"until": "past"}, "bad_end")])
def test_it_needs_a_reason_and_an_end_in_the_future(alice, admin, said, code):
    until = timezone.now() - DAY if said.pop("until", "") else timezone.now() + DAY
    with pytest.raises(Refusal) as refused:
        restrictions.impose(alice, Kind.MUTED, by=admin, until=until, **{"reason": "Insults", **said})
    assert refused.value.code == code
    assert not Restriction.objects.exists()


def test_a_person_without_restrictions_costs_no_query(alice, django_assert_num_queries):
    with django_assert_num_queries(0):
        restrictions.refuse(alice, restrictions.Activity.CHAT, now=timezone.now())
        assert restrictions.list_standing(alice) == []


@pytest.mark.parametrize("games", [Games.PAUSED, Games.GO_ON])
def test_a_suspended_person_logs_in_only_to_finish_games(client, alice, admin, games):
    alice.set_password("three blind mice")
    alice.save()
    lay(alice, Kind.SUSPENDED, by=admin, games=games)
    page = client.post(reverse("account_login"), {"login": "Alice", "password": "three blind mice"})
    if games == Games.GO_ON:
        assert page.status_code == 302
        assert "You are suspended until" in client.get(reverse("home")).content.decode()
        return
    assert page.status_code == 403
    text = page.content.decode()
    assert "You are suspended until" in text
    assert "Insults in game 5" in text
    assert restrictions.list_standing(alice)[0].appeal_path in text
    assert client.get(reverse("settings")).status_code == 302


def test_an_older_session_is_useless_while_its_owner_is_suspended(client, alice, admin):
    client.force_login(alice)
    laid = lay(alice, Kind.SUSPENDED, by=admin, games=Games.PAUSED)
    assert client.get(reverse("settings")).status_code == 302
    restrictions.close(laid.pk, how=Close.LIFTED)
    client.force_login(alice)
    assert client.get(reverse("settings")).status_code == 200


def test_every_page_shows_the_restrictions_in_force(client, alice, admin):
    client.force_login(alice)
    lay(alice, Kind.MUTED, by=admin)
    for page in ("home", "settings", "challenges", "rules_index"):
        text = client.get(reverse(page)).content.decode()
        assert "You can’t write to other players until" in text
        assert "Insults in game 5" in text

"""What happens at one instant has exactly one outcome, 20 times here and 200 in `make soak`."""

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import Restriction, User
from core.refusal import Refusal
from engine.contract import Side
from games import challenges, play
from games.models import Game, Turn
from moderation import acting, own_reports, reports
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from tests.factories import ChallengeFactory, GameFactory, UserFactory
from tests.moderation.staff import make_moderator
from tests.together import count_rounds, run_together

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]
ROUNDS = count_rounds("MODERATION", 20)


@pytest.fixture
def mira(transactional_db) -> User:
    return make_moderator("Mira")


def suspend(person: User, *, staff: User, games: str = "lost") -> None:
    order = Order(staff=staff, now=timezone.now(), told="Two accounts", answers={"length": "30", "games": games})
    acting.perform(registry.ACTIONS.find("suspend"), person, order=order)


def tell(answer: object) -> str:
    """The code of a refusal; whatever else was raised is a fault."""
    if isinstance(answer, Refusal):
        return answer.code
    assert not isinstance(answer, Exception), repr(answer)
    return "done"


def test_two_moderators_answer_one_report_once(mira):
    zoe, said = make_moderator("Zoe"), {"answer": "", "reason": "Seen it."}
    alice, boris = UserFactory(), UserFactory()
    outcomes = Counter()
    for number in range(ROUNDS):
        report = reports.Report.objects.create(
            reporter=alice, about=boris, thing_id=number, matter="words", text="Rude.", made_at=timezone.now()
        )
        one = partial(reports.answer, report.pk, staff=mira, outcome="acted", **said)
        other = partial(reports.answer, report.pk, staff=zoe, outcome="no_breach", **said)
        outcomes[tuple(sorted(map(tell, run_together([one, other]))))] += 1
        report.refresh_from_db()
        logged = LoggedAction.objects.get(report=report)
        assert logged.by_id == report.answered_by_id
        assert (report.outcome == "acted") == (report.answered_by_id == mira.pk)
    assert outcomes == {("answered", "done"): ROUNDS}


def test_a_report_is_withdrawn_before_it_is_answered_or_after_and_what_is_added_stays(mira):
    alice, boris, outcomes = UserFactory(), UserFactory(), Counter()
    for number in range(ROUNDS):
        report = reports.Report.objects.create(
            reporter=alice, about=boris, thing_id=number, matter="words", text="Rude.", made_at=timezone.now()
        )
        said = {"outcome": "acted", "answer": "", "reason": "Seen it."}
        answer = partial(reports.answer, report.pk, staff=mira, **said)
        withdraw = partial(own_reports.withdraw, report.pk, reporter=alice)
        add = partial(own_reports.add, report.pk, reporter=alice, text="Again.")
        answered, withdrawn, added = map(tell, run_together([answer, withdraw, add]))
        outcomes[answered, withdrawn, added] += 1
        assert sorted([answered, withdrawn]) == ["answered", "done"]
        report.refresh_from_db()
        assert report.outcome == ("acted" if answered == "done" else "withdrawn")
        assert (report.answered_by == mira) == (answered == "done")
        assert len(report.additions) == (added == "done")
        assert LoggedAction.objects.filter(report=report).count() == 1
    print(dict(outcomes))


@pytest.mark.parametrize("number", [1, 2])
def test_two_moderators_claim_what_waits_about_one_person_and_one_has_it_all(mira, number):
    zoe, boris = make_moderator("Zoe"), UserFactory()
    made = [reports.make(UserFactory(), about=boris, matter="words", text="Rude.") for _ in range(number)]
    for _ in range(ROUNDS):
        asked = zip((mira, zoe), (made[0], made[-1]), strict=True)
        found = run_together([partial(reports.take, report.pk, staff=staff) for staff, report in asked])
        assert sorted(map(tell, found)) == ["claimed", "done"]
        (holder,) = {User.objects.get(pk=pk) for pk in reports.Report.objects.values_list("held_by", flat=True)}
        reports.release(made[0].pk, staff=holder)


def test_a_turn_against_a_suspension_is_played_before_it_or_refused(mira):
    outcomes = Counter()
    for _ in range(ROUNDS):
        player, other = UserFactory(), UserFactory()
        game = GameFactory(first=player, second=other)
        turn = partial(play.play_move, game.pk, side=Side.FIRST, expected_revision=game.revision, text="Md1-c1")
        played, suspended = map(tell, run_together([turn, partial(suspend, player, staff=mira)]))
        assert suspended == "done"
        assert played in ("done", "suspended", "over")
        outcomes[played] += 1
        game.refresh_from_db()
        assert (game.termination, game.winner) == ("suspension", Side.SECOND)
        assert Turn.objects.filter(game=game).count() == game.ply == (played == "done")
        assert Restriction.objects.filter(user=player, closed_at=None).count() == 1
        assert LoggedAction.objects.filter(game=game).count() == LoggedAction.objects.filter(person=player).count() == 1
    print(dict(outcomes))


def test_a_suspension_in_the_middle_of_accepting_a_challenge_leaves_a_settled_game_or_none(mira):
    outcomes = Counter()
    for number in range(ROUNDS):
        player, other = UserFactory(), UserFactory()
        challenge = ChallengeFactory(challenger=other if number % 2 else player)
        accept = partial(challenges.accept, challenge.pk, user=player if number % 2 else other)
        accepted, suspended = map(tell, run_together([accept, partial(suspend, player, staff=mira)]))
        assert suspended == "done"
        assert accepted in ("done", "suspended", "challenger_restricted")
        outcomes[accepted] += 1
        games = list(Game.objects.of(player))
        assert len(games) == (accepted == "done")
        assert all(game.termination == "suspension" for game in games)
    print(dict(outcomes))


def test_a_decision_is_reversed_once(mira):
    zoe = make_moderator("Zoe")
    for _ in range(ROUNDS):
        person = UserFactory()
        order = Order(staff=mira, now=timezone.now(), told="Insults", reason="Seen it.", answers={"length": "7"})
        acting.perform(registry.ACTIONS.find("mute"), person, order=order)
        row = LoggedAction.objects.get(person=person)
        undo = [partial(acting.undo, row, order=Order(staff=staff, now=timezone.now())) for staff in (mira, zoe)]
        assert sorted(map(tell, run_together(undo))) == ["done", "reversed_already"]
        assert not Restriction.objects.standing(timezone.now()).filter(user=person).exists()
        assert LoggedAction.objects.filter(reverses=row).count() == 1
        assert timezone.now() - row.done_at < timedelta(minutes=5)


def test_two_moderators_decide_about_one_person_at_once_and_one_decision_is_made(mira):
    """Whoever took the report has the person; the other is refused, whichever comes first."""
    zoe = make_moderator("Zoe")
    outcomes = Counter()
    for number in range(ROUNDS):
        person = UserFactory()
        report = reports.make(UserFactory(), about=person, matter="words", text="Rude.")

        def decide(staff: User, name: str, *, about=person, on=report) -> None:
            reports.take(on.pk, staff=staff)
            order = Order(staff, timezone.now(), "Seen it.", "Insults", answers={"length": "7"}, settles=(on.pk,))
            acting.perform(registry.ACTIONS.find(name), about, order=order)

        both = [partial(decide, mira, "mute"), partial(decide, zoe, "warn" if number % 2 else "mute")]
        outcomes[tuple(sorted(map(tell, run_together(both))))] += 1
        made = LoggedAction.objects.filter(person=person, action__in=("mute", "warn"))
        assert made.count() == Restriction.objects.filter(user=person).count() == 1
        report.refresh_from_db()
        assert report.answered_by == made.get().by
    assert set(outcomes) <= {("claimed", "done"), ("answered", "done")}, outcomes

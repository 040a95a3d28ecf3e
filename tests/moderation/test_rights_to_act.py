"""Who may do what: every deed, by the role of the person who asks. A new action of staff without a row fails."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from core.refusal import Refusal
from engine.contract import Side
from games import challenges, chat, play
from games.models import Game
from moderation import appeals, reports
from moderation.actions import registry
from moderation.models import LoggedAction, Report
from tests.factories import ChallengeFactory, GameFactory, UserFactory
from tests.marks import marked
from tests.moderation.roles import NO, OK, ROLES, Stage, by_role, tell

pytestmark = pytest.mark.long


@pytest.fixture
def stage(alice, boris, transactional_db) -> Stage:
    return Stage(alice, boris)


def say(stage: Stage, user: User) -> None:
    chat.send(user, game_id=game_of(stage, user).pk, text="Good luck!")


def post_open(stage: Stage, user: User) -> None:
    ChallengeFactory(challenger=user)


def accept_open(stage: Stage, user: User) -> None:
    challenges.accept(ChallengeFactory(challenger=stage.alice).pk, user=user)


def challenge_alice(stage: Stage, user: User) -> None:
    ChallengeFactory(challenger=user, audience="player", opponent=stage.alice)


def report_alice(stage: Stage, user: User) -> None:
    reports.make(user, about=stage.alice, matter="words", text="She is rude.")


def play_on(stage: Stage, user: User) -> None:
    game = game_of(stage, user)
    play.play_move(game.pk, side=Side.FIRST, expected_revision=game.revision, text="Md1-c1")


def resign(stage: Stage, user: User) -> None:
    play.resign(game_of(stage, user).pk, side=Side.FIRST)


def answer_report(stage: Stage, user: User) -> None:
    reports.answer(stage.concerning.pk, outcome="acted", answer="", reason="Seen it.", staff=user)


def answer_appeal(stage: Stage, user: User) -> None:
    appeals.answer(stage.appeal.pk, outcome="upheld", answer="We read it again.", staff=user)


def game_of(stage: Stage, user: User) -> Game:
    """A game that the user plays against somebody else."""
    return GameFactory(first=user, second=UserFactory())


MEMBERS_ALL = {*ROLES} - {"guest"}
UNBARRED = MEMBERS_ALL - {"suspended", "barred"}
DEEDS: dict[Callable[[Stage, User], None], set[str]] = {
    say: MEMBERS_ALL - {"suspended", "muted"},
    post_open: UNBARRED,
    accept_open: UNBARRED - {"blocked"},
    challenge_alice: UNBARRED - {"blocked"},
    report_alice: MEMBERS_ALL - {"suspended", "moderator concerned"},
    play_on: MEMBERS_ALL - {"suspended"},
    resign: MEMBERS_ALL - {"suspended"},
    answer_report: {"moderator", "administrator"},
    answer_appeal: {"moderator"},
}


@pytest.mark.parametrize("deed", DEEDS)
def test_only_these_roles_may_do_each_deed(stage, deed):
    """The only administrator decided, so that a moderator answers; and who has reported Alice waits for the answer."""
    for role in ROLES:
        if (user := stage.people[role]) is None:
            continue
        appeals.Appeal.objects.update(outcome="", answered_at=None, answered_by=None)
        Report.objects.filter(pk=stage.concerning.pk).update(outcome="", answered_at=None, answered_by=None)
        try:
            deed(stage, User.objects.get(pk=user.pk))
            may = True
        except Refusal:
            may = False
        assert may == (role in DEEDS[deed]), role


STAFF_DEEDS = [*registry.list_for_people(), *registry.list_for_games()]
FIELDS = {
    "length": "7",
    "which": "barred",
    "games": "go_on",
    "winner": "0",
    "turns": "1",
    "told": "Insults",
    "reason": "Seen it.",
    "rank": "player",
    "since": "2026-01-01",
    "ladder": "mastery",
    "place": "1",
}
ADMINISTRATORS_DO = {"appoint"}
OPEN_TO_ALL = {"note", "clear_profile", "remove_writing", "remove_since", "remove_line"}
"""What every moderator may do, whatever ties they have: notes, and hiding a text."""


@pytest.mark.parametrize("action", STAFF_DEEDS, ids=lambda action: action.name)
def test_who_may_do_what_staff_do(stage, action):
    """On Boris and on his game with the moderator who is concerned."""
    is_game = action in registry.list_for_games()
    until = f"{timezone.now() + timedelta(days=30):%Y-%m-%dT%H:%M}"
    name = "moderation_act_on_game" if is_game else "moderation_act_on_person"
    for role in ROLES:
        boris = User.objects.get(pk=stage.boris.pk)
        address = reverse(name, args=[stage.of_zoe.pk if is_game else boris.username, action.name])
        refused = dict.fromkeys(("moderator", "moderator_concerned"), NO)
        usual = {"moderator_concerned": OK if action.name in OPEN_TO_ALL else NO}
        expected = by_role(**(refused if action.name in ADMINISTRATORS_DO else usual))[role]
        before = LoggedAction.objects.count()
        answer = stage.browse(role).post(address, marked(**FIELDS, until=until))
        assert tell(answer) == expected, role
        assert expected == OK or LoggedAction.objects.count() == before

"""What the inbox says of an old notice about a game: what was true then, and what has become of it since."""

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.contract import Side
from games import chat, play
from games.models import ClockChange, Game
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from notifications import kind_names
from notifications.channels.inbox import lines
from notifications.models import Notice
from notifications.registry import KINDS
from notifications.routing.writing import make, write
from notifications.wording.games import OfGame
from tests.factories import GameFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def staff(name: str, game: Game, admin, **answers) -> None:
    order = Order(admin, timezone.now(), "Seen it.", "We looked at it.", "F8", answers=answers)
    acting.perform(registry.ACTIONS.find(name), game, order=order)


def undo(admin) -> None:
    acting.undo(LoggedAction.objects.latest("pk"), order=Order(admin, timezone.now(), "A mistake."))


CHANGES = {
    "nothing": (lambda game, admin: None, ""),
    "reopened": (lambda game, admin: staff("reopen", game, admin), "but the game goes on since"),
    "void": (lambda game, admin: staff("void", game, admin), "but it was decided otherwise since"),
    "adjudicated": (
        lambda game, admin: staff("adjudicate", game, admin, winner=str(int(Side.FIRST))),
        "but it was decided otherwise since",
    ),
    "void, and undone": (lambda game, admin: (staff("void", game, admin), undo(admin)), ""),
    "turns taken back": (lambda game, admin: staff("take_back", game, admin, turns=1), "but the game goes on since"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_result_is_told_as_it_was_with_what_became_of_it(alice, boris, admin, change):
    do, since = CHANGES[change]
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1"])
    play.resign(game.pk, side=Side.FIRST)
    do(game, admin)
    for reader, told in ((alice, "You lost against Boris"), (boris, "You won against Alice")):
        notice = Notice.objects.filter(recipient=reader, kind="game_over").latest("pk")
        (line,) = lines.describe([notice], user=reader)
        assert line.sentence == (f"{told}, {since}" if since else told)
        decided = Notice.objects.filter(recipient=reader, kind="staff_decided", channel="email")
        assert decided.count() == LoggedAction.objects.count(), "each act is told once"


def test_an_older_notice_that_kept_no_result_says_that_the_game_goes_on(alice, boris, admin):
    game = GameFactory(first=alice, second=boris)
    play.resign(game.pk, side=Side.FIRST)
    Notice.objects.update(payload={"game": game.pk})
    staff("reopen", game, admin)
    notice = Notice.objects.filter(recipient=boris, kind="game_over").latest("pk")
    (line,) = lines.describe([notice], user=boris)
    assert line.sentence == "A result against Alice, but the game goes on since"


def write_of_each_kind(game: Game) -> list[Notice]:
    """A notice of each kind about a game, with all that any of them asks of its payload."""
    reader = game.seats.get(side=Side.FIRST).user_id
    payload = {
        "game": game.pk,
        "ply": game.ply,
        "turn_started_at": game.turn_started_at.isoformat(),
        "offer": "draw",
        "deadline": None,
        "until": None,
        "read_up_to": 0,
        "why": ClockChange.Kind.RESUMED.value,
        "did": "void",
        "undone": False,
    }
    names = [kind.name for kind in KINDS.all() if isinstance(kind, OfGame)]
    write(*(make(name, key=f"old:{name}", recipient_id=reader, payload=payload) for name in names))
    return list(Notice.objects.filter(dedupe_key__startswith="old:", channel="inbox"))


@pytest.mark.parametrize("change", CHANGES)
def test_every_kind_about_a_game_can_be_read_after_each_change(alice, boris, admin, change):
    """And none says of a game that goes on that it has a result, or the other way round."""
    game = GameFactory(first=alice, second=boris, turns=["Md1-c1", "Mc8-b8"])
    chat.send(boris, game_id=game.pk, text="Good luck!")
    notices = write_of_each_kind(game)
    play.resign(game.pk, side=Side.FIRST, now=timezone.now() + timedelta(seconds=1))
    CHANGES[change][0](game, admin)
    game.refresh_from_db()
    told = lines.describe(notices, user=alice)
    assert len(told) == len(notices) > 8
    for line in told:
        tells = KINDS.get(line.notice.kind).tells_result
        assert line.sentence != lines.UNSHOWN, line
        assert ("the game is over" in line.about) == (game.is_over and not tells), line


def test_each_kind_that_is_asked_for_by_name_has_its_file():
    named = {value for name, value in vars(kind_names).items() if name.isupper() and isinstance(value, str)}
    assert kind_names.OF_TURNS < named <= {kind.name for kind in KINDS.all()}

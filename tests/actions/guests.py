"""Guests, who play a computer without an account: they begin and play, keep the game with an account, or stay away."""

from collections.abc import Iterator
from datetime import datetime
from random import Random
from unittest import mock

from django.db.models import F, Q

from accounts.models import User
from computers import starting
from engine.contract import Side
from games import guests, play
from games.models import Challenge, Game, PlayedRuleset
from games.play import offers
from notifications.models import Notice
from tests.actions import action
from tests.actions.drawing import number_from, one_of, players, whether, which
from tests.actions.ratings import visit
from tests.actions.scene import DAY, Kept, Scene


def has_guests(site: Scene) -> bool:
    """Also in the middle of a delivery, when the task of the hour has just run."""
    forget_expired(site)
    return bool(site.guests)


def pick_guest(site: Scene, number: int) -> User:
    return User.objects.get(pk=sorted(site.guests)[number % len(site.guests)])


@action(number=which, anew=whether)
def play_as_guest(site: Scene, *, number: int, anew: bool) -> None:
    known = None if anew or not site.guests else pick_guest(site, number)
    with mock.patch.object(starting, "CHANCE", Random(number)):
        guest, game = starting.start_as_guest(known, slug="mastery", level="newcomer", origin=(f"address {number}",))
    site.guests.setdefault(guest.pk, {})[game.pk] = site.now


@action(
    weight=2,
    needs=has_guests,
    number=which,
    choice=number_from(0, 20),
    does=one_of(("play", "play", "play", "takeback", "draw", "cancel", "resign")),
)
def do_as_guest(site: Scene, *, number: int, choice: int, does: str) -> None:
    """In the last game of a guest."""
    guest = pick_guest(site, number)
    game = Game.objects.of(guest).latest("pk")
    side = Side(game.seats.get(user=guest).side)
    if does == "play" and game.side_to_move == side and not game.is_over:
        moves = game.position.legal_moves()
        text = moves[choice % len(moves)]
        play.play_move(game.pk, side=side, expected_revision=game.revision, text=text)
        site.guests[guest.pk][game.pk] = site.now
        site.turned.add(guest.pk)
    elif does == "resign":
        play.resign(game.pk, side=side)
    elif does != "play":
        offers.propose(game.pk, does, side=side)


@action(meanwhile=False, needs=has_guests, number=which, player=players)
def keep_games_of_guest(site: Scene, *, number: int, player: int) -> None:
    """A guest signs up, or logs in as somebody; what does not fit beside their own games stays with the guest."""
    guest, user = pick_guest(site, number), site.players[player].user
    before = set(Game.objects.of(user).values_list("pk", flat=True))
    kept = play.hand_over(guest.pk, user=user)
    theirs = set(Game.objects.of(user).values_list("pk", flat=True)) - before
    if len(theirs) != kept or not theirs <= set(site.guests[guest.pk]):
        site.faults.append(f"{kept} games of guest {guest.pk} were kept, and they are {theirs}")
    if theirs:
        visit(site, number=player)  # they have logged in
    for game_id in theirs:
        site.kept[game_id] = Kept(user.pk, site.now)
        site.times.games.append(game_id)
        del site.guests[guest.pk][game_id]
    if not site.guests[guest.pk]:
        del site.guests[guest.pk]


@action(meanwhile=False, needs=has_guests, days=one_of((0, 1, 4)))
def forget_guests(site: Scene, *, days: int) -> None:
    """As is done after thirty days without a turn, which here are fewer."""
    before = site.now - days * DAY
    play.delete_guests(before=before, idle_before=site.now - guests.WITHOUT_TURN)
    for guest in find_away(site, before=before):
        del site.guests[guest]


def forget_expired(site: Scene) -> None:
    """The task of each hour has deleted who stayed away for thirty days, or for two hours without a turn."""
    for guest in find_away(site, before=site.now - guests.LASTS):
        if not User.objects.filter(pk=guest).exists():
            del site.guests[guest]


def find_away(site: Scene, *, before: datetime) -> list[int]:
    idle_before = max(before, site.now - guests.WITHOUT_TURN)
    since = {guest: before if guest in site.turned else idle_before for guest in site.guests}
    return [guest for guest, theirs in site.guests.items() if max(theirs.values()) < since[guest]]


def find_faults_of_guests(site: Scene) -> Iterator[str]:
    """They are told nothing, are nobody's business, and have their games for as long as they come back."""
    forget_expired(site)
    is_guest = Q(recipient__kind=User.Kind.GUEST) | Q(address__endswith="@guests.invalid")
    for notice in Notice.objects.filter(is_guest):
        yield f"there is a notice of {notice.kind} to guest {notice.recipient_id}"
    if Challenge.objects.filter(Q(challenger__kind=User.Kind.GUEST) | Q(opponent__kind=User.Kind.GUEST)).exists():
        yield "a guest stands in a challenge"
    listed = User.objects.listed().filter(kind=User.Kind.GUEST)
    if listed.exists() or PlayedRuleset.objects.filter(user__kind=User.Kind.GUEST).exists():
        yield "a guest is among the people"
    seated = Game.objects.filter(seats__user__kind=User.Kind.GUEST).annotate(guest=F("seats__user"))
    found = {(each.guest, each.pk, each.private) for each in seated}
    expected = {(guest, game_id, True) for guest, theirs in site.guests.items() for game_id in theirs}
    if found != expected or User.objects.filter(kind=User.Kind.GUEST).count() != len(site.guests):
        yield f"guests have the games {sorted(found)} in place of {sorted(expected)}"
    for game_id, kept in site.kept.items():
        if not Game.objects.filter(pk=game_id, seats__user=kept.by).exists():
            yield f"game {game_id} is no longer that of player {kept.by}, who kept it"

"""What moderators do to players and games, in the middle of whatever these do."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy

from accounts.models import Restriction, User
from accounts.people import renaming
from accounts.safeguards import SignUps
from engine.contract import Side
from games import play
from games.models import Game, Message
from moderation import acting, message_templates, safeguards
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction, MessageTemplate
from tests.actions import action
from tests.actions.drawing import number_from, one_of, players, sides, whether, which
from tests.actions.games import has_games, pick_game
from tests.actions.scene import HOUR, Scene
from tests.before_and_after import read_all
from tests.factories import UserFactory

LAID = ("mute", "bar", "bar_rated", "bar_reports", "warn", "suspend", "rename", "clear_profile")
LEFT_OUT = {
    "appoint": "Mira and Nils are on the staff here, and nobody else is put there.",
    "set_place": "Done by set_place of opponents.py, which writes it into the account of ladders.",
}
OFTEN = (*LAID, "suspend", "mute", "bar")


def find_staff(name: str = "Mira") -> User:
    """Mira, or Nils, who looks at what others decided. They play nothing."""
    found = User.objects.filter(username=name).first()
    return found or UserFactory(username=name, is_staff=True, is_superuser=True)


def make_order(site: Scene, **answers: object) -> Order:
    said = {"reason": "Seen it.", "told": "Read the rules.", "rule": "C1"}
    return Order(staff=find_staff(), now=site.now, answers=answers, **said)


@action(
    weight=2,
    number=players,
    name=one_of(OFTEN),
    hours=one_of((1, 30, 200)),
    games=one_of(("go_on", "paused", "lost", "void")),
)
def restrict(site: Scene, *, number: int, name: str, hours: int, games: str) -> None:
    until = site.now + hours * HOUR
    order = make_order(site, until=until, which="barred", games=games)
    acting.perform(registry.ACTIONS.find(name), find_person(site, number), order=order)
    row = LoggedAction.objects.exclude(person=None).latest("pk")
    assert row.restriction is not None
    site.laid.append((row.restriction_id, site.now))
    if name == "suspend" and games != "go_on":  # they are logged out everywhere
        site.players[number].devices = []
    if name == "suspend" and games == "paused":
        site.times.suspend(row.person_id, until)


def find_person(site: Scene, number: int) -> User:
    """As the page of staff reads them: somebody may have changed since."""
    return User.objects.get(pk=site.players[number].user.pk)


@action(number=players, name=one_of(("note", "message", "end_sessions")))
def look_after(site: Scene, *, number: int, name: str) -> None:
    """What lays nothing on anybody. Where sessions end, push does."""
    acting.perform(registry.ACTIONS.find(name), find_person(site, number), order=make_order(site))
    if name == "end_sessions":
        site.players[number].devices = []


@action(number=players)
def remove_writing(site: Scene, *, number: int) -> None:
    """The first of what can be removed of somebody's remarks and shared analyses."""
    person, kind = find_person(site, number), registry.ACTIONS.find("remove_writing")
    offered = kind.list_fields(person)["thing"].choices
    if offered:
        acting.perform(kind, person, order=make_order(site, thing=offered[0][0]))


@action(number=players, days=one_of((1, 30)), profile=whether)
def remove_since(site: Scene, *, number: int, days: int, profile: bool) -> None:
    """Everything that somebody has written, with what waits of their challenges."""
    order = make_order(site, since=(site.now - days * 24 * HOUR).date(), profile=profile)
    acting.perform(registry.ACTIONS.find("remove_since"), find_person(site, number), order=order)


@action(number=players, days=one_of((1, 30)), spared=number_from(0, 3))
def take_rated_out_since(site: Scene, *, number: int, days: int, spared: int) -> None:
    """All rated games of somebody that ended lately, or go on, but for those that staff untick."""
    games = Game.objects.filter(rated=True, seats__user=site.players[number].user).order_by("-pk")
    without = frozenset(games.values_list("pk", flat=True)[:spared])
    order = make_order(site, since=(site.now - days * 24 * HOUR).date(), without=without)
    acting.perform(registry.ACTIONS.find("take_rated_out_since"), find_person(site, number), order=order)


@action(number=which)
def take_out_of_ratings(site: Scene, *, number: int) -> None:
    """A game that goes on, or one that is over."""
    rated = list(Game.objects.filter(rated=True).order_by("pk"))
    if rated:
        acting.perform(registry.ACTIONS.find("take_out_of_ratings"), rated[number % len(rated)], order=make_order(site))


@action(number=which)
def put_back_into_ratings(site: Scene, *, number: int) -> None:
    done = LoggedAction.objects.filter(action="take_out_of_ratings").order_by("pk")
    if rows := [row for row in done if acting.may_undo(row, reader=find_staff())]:
        acting.undo(rows[number % len(rows)], order=make_order(site))


@action(sign_ups=one_of(SignUps.values), tighten=whether)
def switch_site(site: Scene, *, sign_ups: str, tighten: bool) -> None:
    """Who may sign up, and whether new accounts may do less for a day: all of these are new."""
    safeguards.change(sign_ups=sign_ups, tighten=tighten, reason="Too many.", staff=find_staff(), now=site.now)


@action(hours=one_of((6, 24)), opens=whether)
def close_to_new(site: Scene, *, hours: int, opens: bool) -> None:
    """Nobody signs up, and new accounts, which all of these are, send no challenges for a while."""
    if opens:
        safeguards.open_to_new(staff=find_staff(), reason="It is over.", now=site.now)
    else:
        safeguards.close_to_new(staff=find_staff(), reason="Too many.", now=site.now, hours=hours)


@action(number=which, done=one_of(("added", "changed", "deleted")))
def change_template(site: Scene, *, number: int, done: str) -> None:
    """A message that is offered beside everything: one more, or what becomes of one that there is."""
    found = list(MessageTemplate.objects.order_by("pk"))
    template = found[number % len(found)] if found and done != "added" else MessageTemplate(title="Thanks")
    if done == "deleted" and template.pk:
        message_templates.delete(template.pk, staff=find_staff(), now=site.now)
        return
    template.text = f"Thank you, for the {number}th time."
    message_templates.save(template, staff=find_staff(), now=site.now)


@action(number=players)
def choose_name(site: Scene, *, number: int) -> None:
    """As somebody whom staff have renamed is asked to."""
    renaming.choose_name(site.players[number].user, name=f"Known-as-{number}")


@action(number=players)
def write_about_oneself(site: Scene, *, number: int) -> None:
    """Something to be cleared."""
    User.objects.filter(pk=site.players[number].user.pk).update(about="Buy my book.")


@action(weight=2, number=which)
def reverse(site: Scene, *, number: int) -> None:
    """Undoes something that was done to a player; games that a suspension ended go on."""
    rows = [
        row
        for row in LoggedAction.objects.exclude(restriction=None).filter(game=None).order_by("pk")
        if acting.may_undo(row, reader=find_staff())
    ]
    if rows:
        with following_lifted(site):
            acting.undo(rows[number % len(rows)], order=make_order(site))


@contextmanager
def following_lifted(site: Scene) -> Iterator[None]:
    """Games that a suspension ended or paused go on when it is lifted within."""
    standing = list(Restriction.objects.filter(kind=Restriction.Kind.SUSPENDED, closed_at=None).order_by("pk"))
    yield
    play.settle_suspensions()
    for one in standing:
        one.refresh_from_db()
        if one.close == Restriction.Close.LIFTED:
            site.times.lift(one.user_id, one.until_at)


@action(needs=has_games, number=which, side=sides, result=one_of(("void", "wins", "draw")))
def decide(site: Scene, *, number: int, side: Side, result: str) -> None:
    decide_game(site, pick_game(site, number), side=side, result=result)


def decide_game(site: Scene, game: Game, *, side: Side, result: str) -> None:
    name = "void" if result == "void" else "adjudicate"
    winner = "draw" if result == "draw" else str(int(side))
    acting.perform(registry.ACTIONS.find(name), game, order=make_order(site, winner=winner))


@action(number=which)
def reverse_decision(site: Scene, *, number: int) -> None:
    """The game has the result of before again, or goes on. One that was lost on time was so at its own hour."""
    decided = LoggedAction.objects.filter(action__in=("adjudicate", "void", "reopen")).order_by("pk")
    rows = [row for row in decided if acting.may_undo(row, reader=find_staff()) and row.before["termination"] != "time"]
    if not rows:
        return
    acting.undo(rows[number % len(rows)], order=make_order(site))


@action(weight=2, needs=has_games, number=which, hours=one_of((3, 50)))
def pause_by_staff(site: Scene, *, number: int, hours: int) -> None:
    game, until = pick_game(site, number), site.now + hours * HOUR
    acting.perform(registry.ACTIONS.find("pause"), game, order=make_order(site, until=until))
    site.times.pause(game.pk, until, by_staff=True)


@action(needs=has_games, number=which)
def resume_by_staff(site: Scene, *, number: int) -> None:
    game = pick_game(site, number)
    acting.perform(registry.ACTIONS.find("resume"), game, order=make_order(site))
    site.times.resume(game.pk)


@action(needs=has_games, number=which, more=number_from(-60, 60))
def move_deadline(site: Scene, *, number: int, more: int) -> None:
    """So far that the clock runs for some hours more, or fewer."""
    game, mine = pick_game(site, number), site.times.clocks.get(pick_game(site, number).pk)
    if mine is None or game.deadline_at is None:
        return  # it has none, or a computer is to move
    ahead = deepcopy(mine)
    ahead.give(site.now, more * HOUR)
    order = make_order(site, deadline=ahead.find_deadline())
    acting.perform(registry.ACTIONS.find("move_deadline"), game, order=order)
    site.times.give(game.pk, more * HOUR)


@action(needs=has_games, number=which, turns=number_from(1, 3))
def take_back(site: Scene, *, number: int, turns: int) -> None:
    game = pick_game(site, number)
    if not game.is_over:
        acting.perform(registry.ACTIONS.find("take_back"), game, order=make_order(site, turns=turns))


@action(number=which)
def reopen(site: Scene, *, number: int) -> None:
    over = list(site.find_games().ended().order_by("pk"))
    if over:
        acting.perform(registry.ACTIONS.find("reopen"), over[number % len(over)], order=make_order(site))


@action(number=which)
def remove_chat_line(site: Scene, *, number: int) -> None:
    said = list(Message.objects.filter(removed_at=None).select_related("game").order_by("pk"))
    if not said:
        return
    line = said[number % len(said)]
    acting.perform(registry.ACTIONS.find("remove_line"), line.game, order=make_order(site, line=line))


@action(needs=has_games, number=which)
def close_chat(site: Scene, *, number: int) -> None:
    acting.perform(registry.ACTIONS.find("close_chat"), pick_game(site, number), order=make_order(site))


@action(weight=2, needs=has_games, number=which, side=sides, result=one_of(("void", "wins", "draw")))
def decide_and_undo(site: Scene, *, number: int, side: Side, result: str) -> None:
    """A mistake that is undone in the same minute: all reads as before."""
    game = pick_game(site, number)
    before = read_all(game)
    decide_game(site, game, side=side, result=result)
    row = LoggedAction.objects.filter(game=game).latest("pk")
    acting.undo(row, order=make_order(site))
    if (now := read_all(game)) != before:
        site.faults.append(f"game {game.pk} was decided and undone, and {before} became {now}")

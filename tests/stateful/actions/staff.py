"""What moderators do to players and games, in the middle of whatever these do."""

from django.db.models import F
from hypothesis import strategies as st

from accounts.models import Restriction, User
from accounts.restrictions import Deed, list_forbidden
from games import play
from games.engine.contract import Side
from games.models import Game, Message, Turn
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from tests.factories import UserFactory
from tests.stateful.actions import action, players
from tests.stateful.actions.games import has_games, pick_game, sides, which
from tests.stateful.site import DAY, HOUR, Site

LAID = ("mute", "bar", "bar_reports", "warn", "suspend")


def find_staff() -> User:
    """Mira, who plays nothing."""
    found = User.objects.filter(username="Mira").first()
    return found or UserFactory(username="Mira", is_staff=True, is_superuser=True)


def make_order(site: Site, **answers: object) -> Order:
    said = {"reason": "Seen it.", "told": "Read the rules.", "rule": "C1"}
    return Order(staff=find_staff(), now=site.now, answers=answers, **said)


@action(
    weight=2,
    number=players,
    name=st.sampled_from(LAID),
    hours=st.sampled_from((1, 30, 200)),
    games=st.sampled_from(("go_on", "lost", "void")),
)
def restrict(site: Site, *, number: int, name: str, hours: int, games: str) -> None:
    until = site.now + hours * HOUR
    order = make_order(site, until=until, which="barred", games=games)
    acting.perform(registry.find(name), site.players[number].user, order=order)
    row = LoggedAction.objects.exclude(person=None).latest("pk")
    assert row.restriction is not None
    site.laid.append((row.restriction_id, site.now))


@action(weight=2, number=which)
def reverse(site: Site, *, number: int) -> None:
    """Undoes something that was done to a player; games that a suspension ended go on."""
    rows = [row for row in LoggedAction.objects.exclude(restriction=None).filter(game=None) if acting.may_undo(row)]
    if not rows:
        return
    over = set(Game.objects.ended().values_list("pk", flat=True))
    acting.undo(rows[number % len(rows)], order=make_order(site))
    play.settle_suspensions()
    for game in Game.objects.active().filter(pk__in=over):
        follow_reopened(site, game)


def follow_reopened(site: Site, game: Game) -> None:
    """Its clock has what was left when it ended, a day at least; what its turn had used of vacation is given back."""
    mine = site.clocks.get(game.pk)
    if mine is None:
        return
    mine.seats[mine.mover].vacation += mine.saved
    left, mine.at = max(mine.left, DAY), site.now
    mine.begin(mine.mover, left=left)


@action(needs=has_games, number=which, side=sides, result=st.sampled_from(("void", "wins", "draw")))
def decide(site: Site, *, number: int, side: Side, result: str) -> None:
    game, name = pick_game(site, number), "void" if result == "void" else "adjudicate"
    winner = "draw" if result == "draw" else str(int(side))
    acting.perform(registry.find(name), game, order=make_order(site, winner=winner))


@action(weight=2, needs=has_games, number=which, hours=st.sampled_from((3, 50)))
def pause_by_staff(site: Site, *, number: int, hours: int) -> None:
    game, until = pick_game(site, number), site.now + hours * HOUR
    acting.perform(registry.find("pause"), game, order=make_order(site, until=until))
    site.clocks[game.pk].pause(site.now, until)


@action(needs=has_games, number=which)
def resume_by_staff(site: Site, *, number: int) -> None:
    game = pick_game(site, number)
    acting.perform(registry.find("resume"), game, order=make_order(site))
    site.clocks[game.pk].resume(site.now)


@action(needs=has_games, number=which)
def close_chat(site: Site, *, number: int) -> None:
    acting.perform(registry.find("close_chat"), pick_game(site, number), order=make_order(site))


def find_deeds_of_restricted(site: Site) -> list[str]:
    """What somebody did while that was forbidden to them, and where the log and what stands disagree."""
    found = []
    for pk, since in site.laid:
        laid = Restriction.objects.select_related("user").get(pk=pk)
        ends = min(at for at in (laid.closed_at, laid.until_at, site.now) if at is not None)
        for deed in list_forbidden(laid):
            if (rows := DONE.get(deed)) and rows(laid.user, (since, ends)).exists():
                found.append(f"{laid.user} did what {laid.kind} forbids ({deed}) between {since} and {ends}")
        if not LoggedAction.objects.filter(restriction=laid, reverses=None, game=None).exists():
            found.append(f"nothing in the log says that {laid.user} was {laid.kind}")
        lifted = LoggedAction.objects.filter(restriction=laid, game=None).exclude(reverses=None).count()
        if lifted != (laid.close == Restriction.Close.LIFTED):
            found.append(
                f"the log says {lifted} times that what stood on {laid.user} was lifted, and it is {laid.close!r}"
            )
    return found


DONE = {
    Deed.CHAT: lambda user, span: Message.objects.filter(user=user, sent_at__gt=span[0], sent_at__lt=span[1]),
    Deed.CHALLENGE: lambda user, span: user.challenges_made.filter(created_at__gt=span[0], created_at__lt=span[1]),
    Deed.REPORT: lambda user, span: user.reports_made.filter(made_at__gt=span[0], made_at__lt=span[1]),
    Deed.PLAY: lambda user, span: Turn.objects.filter(
        game__seats__user=user, game__seats__side=F("side"), played_at__gt=span[0], played_at__lt=span[1]
    ),
}
"""What there is of each, between two instants; at these very ones it may have come before."""

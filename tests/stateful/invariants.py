"""What must be true of the small site after every step, whatever was done to it and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, F, OuterRef

from accounts.models import User
from accounts.time_off.vacation import balance_of
from analysis import trees
from analysis.models import Tree
from games.models import ConditionalLine, Game, Turn
from games.models.queue import MARGIN
from notifications.models import INSTEAD_OF, ChannelState, Notice
from tests import hidden_games, watched
from tests.account.times import ROUNDED
from tests.simulation import invariants as simulated
from tests.stateful.people import ASKED_FOR, Player
from tests.stateful.post import Handed
from tests.stateful.reach import may_wake

if TYPE_CHECKING:
    from tests.stateful.site import Site

GIVE_UP_AFTER = timedelta(days=3)


def judge_message(site: Site, handed: Handed) -> list[str]:
    """What is wrong with a message in the instant in which a way takes it, and was when its delivery began: what its
    reader chooses while another of the same delivery is on its way, comes too late for it by seconds."""
    player = site.find_player(handed.user)
    now = list(find_unwanted(site, player, handed))
    before = handed.reader and replace(handed.reader, off=player.off)  # switches are read for each message
    return now if before is None or any(find_unwanted(site, before, handed)) else []


def find_unwanted(site: Site, player: Player, handed: Handed) -> Iterator[str]:
    """What is wrong with a message for such a reader."""
    what = f"{player.name} got {handed.kind} by {handed.channel} at {handed.at:%m-%d %H:%M}"
    if handed.channel == "discord" and handed.endpoint != player.app:
        yield f"{what}, at a webhook that is not connected"
    if handed.channel == "push" and handed.endpoint not in player.devices:
        yield f"{what} in a browser in which they are logged out, or that they have removed"
    if player.leaves and handed.kind != "account":
        yield f"{what}, though they are closing their account"
    if not player.is_told_of(handed.kind):
        yield f"{what} in mode {player.mode}"
    chosen = handed.stands_in_for or handed.channel
    if not player.wants(handed.kind, chosen):
        yield f"{what}, having switched it off by {chosen}"
    if handed.stands_in_for and not player.wants(handed.kind, handed.channel):
        broken = ChannelState.objects.filter(user=player.pk, channel=chosen, broken_at__isnull=False)
        if not broken.exists():
            yield f"{what}, having switched it off, and {chosen} is not broken"
    deadline = None
    for payload in list_reminders(handed):
        its_own = Game.objects.values_list("deadline_at", flat=True).get(pk=payload["game"])
        if its_own is None or its_own <= handed.at:
            yield f"{what} of a deadline that had come at {its_own}"
        deadline = max(filter(None, (its_own, deadline)), default=None)
    if player.is_quiet(handed.at) and handed.kind not in ASKED_FOR:
        ends = player.find_end_of_quiet(handed.at)
        if (deadline is None or deadline > ends) and not may_wake(site, handed, until=ends):
            yield f"{what}, quiet until {ends}"


def list_reminders(handed: Handed) -> list[dict[str, Any]]:
    """The payloads of the reminders that a message is of; none of another message."""
    return [handed.payload, *handed.others] if handed.kind == "deadline_near" else []


def find_told_twice(site: Site) -> Iterator[str]:
    """By one way, or one device, each notice once, also of a bundle; and each reminder, whichever notice it is of."""
    told: Counter[tuple[str, ...]] = Counter()
    for handed in site.handed:
        way = (site.find_player(handed.user).name, handed.channel, handed.endpoint, handed.kind)
        told.update((*way, f"notice {notice}") for notice in handed.notices)
        for payload in list_reminders(handed):
            told[*way, *(str(payload[name]) for name in ("game", "deadline", "threshold"))] += 1
    for (name, channel, _, kind, *which), times in told.items():
        if times > 1:
            yield f"{name} was told {kind} by {channel} {times} times: {' '.join(which)}"


def find_lines_left() -> Iterator[str]:
    """A conditional line stands in a running game alone."""
    for pk in Game.objects.ended().filter(conditional_lines__isnull=False).values_list("pk", flat=True):
        yield f"game {pk} is over and still has a line armed"


def find_lines_that_rest_on_nothing() -> Iterator[str]:
    """No line acts that was saved after a turn of its owner’s which has been taken back since."""
    taken = Turn.objects.filter(
        game=OuterRef("game"), side=OuterRef("side"), ply__lte=OuterRef("from_ply"), played_at__lte=OuterRef("armed_at")
    ).filter(taken_back_at__gt=OuterRef("armed_at"))
    for line in ConditionalLine.objects.exclude(awaits="").filter(Exists(taken)):
        yield f"game {line.game_id}: a line acts whose turn was taken back: {line.turns}"


FINAL = ("550", "554", "403", "410", "No browser", "None of your browsers")
"""What says of an email or a push that it is refused for good."""


def find_given_up_early() -> Iterator[str]:
    """Only what was refused for good, or has been tried for days."""
    for notice in Notice.objects.filter(state=Notice.State.FAILED):
        assert notice.closed_at is not None
        final = ("400", "404") if notice.channel == "discord" else FINAL
        is_final = any(code in notice.last_error for code in final)
        if not is_final and notice.closed_at - notice.created_at < GIVE_UP_AFTER:
            age = notice.closed_at - notice.created_at
            yield f"notice {notice.pk} ({notice.kind}) was given up after {age}: {notice.last_error}"


def find_wrong_clocks(site: Site) -> Iterator[str]:
    """Every deadline is where it comes to by an account of the time that ran, after each thing and now."""
    yield from site.times.find_misjudged(since=site.judged)
    yield from site.times.find_lost_too_early(since=site.judged)
    site.judged = len(site.times.judged)
    yield from site.times.find_wrong_clocks(now=site.now)


def find_wrong_balances(site: Site) -> Iterator[str]:
    """Everybody has as much vacation as an account of what they earned, set, ended and had used comes to."""
    for user in User.objects.filter(pk__in=[player.pk for player in site.players]):
        held, expected = balance_of(user, now=site.now), site.times.vacations[user.pk].measure(site.now)
        if abs(held - expected) > ROUNDED:
            yield f"{user.username} has {held} of vacation in place of {expected}"


def find_unwanted_bells(site: Site) -> Iterator[str]:
    """What stands on the site itself since the last look, though the player has switched that off."""
    new = Notice.objects.filter(channel="inbox", state=Notice.State.SENT, pk__gt=site.bells_seen).order_by("pk")
    new = new.filter(recipient__in=[player.pk for player in site.players])  # staff are told of mail that fails
    for notice in new:
        site.bells_seen = notice.pk
        player = site.find_player(notice.recipient_id or 0)
        chosen = notice.payload.get(INSTEAD_OF, notice.channel)
        if not player.wants(notice.kind, chosen):
            yield f"{player.name} has {notice.kind} at the bell, having switched it off by {chosen}"


def find_overslept(site: Site) -> Iterator[str]:
    """Whatever was skipped or snoozed: what is due soon stands in the queue of the player to move."""
    soon = Game.objects.active().filter(deadline_at__lte=site.now + MARGIN)
    for pk, mover in soon.filter(seats__side=F("side_to_move")).values_list("pk", "seats__user"):
        if not Game.objects.in_queue(mover, now=site.now, latest=site.now + MARGIN).filter(pk=pk).exists():
            yield f"game {pk} is due within {MARGIN}, and player {mover} is not led to it"


def find_what_simulator_finds(site: Site) -> Iterator[str]:
    """What holds of weeks of play holds after each step that changed a game."""
    stand = set(Game.objects.values_list("pk", "revision"))
    if stand == site.looked_at:
        return
    site.looked_at = stand
    yield from watched.find_wrong_book()
    yield from watched.find_wrong_follows()
    yield from hidden_games.find_exposed()
    for find in (simulated.find_overdue, simulated.find_unexplained, simulated.find_bad_balances):
        yield from find(site).broken


def find_wrong_copies(site: Site) -> Iterator[str]:
    """What a game copies of its turns."""
    for game in Game.objects.all():
        if (game.pk, game.revision) in site.looked_at:
            continue
        turns = list(Turn.objects.filter(game=game, taken_back_at=None).order_by("ply"))
        if [turn.ply for turn in turns] != list(range(1, game.ply + 1)):
            yield f"game {game.pk} has {game.ply} turns, and rows of {[turn.ply for turn in turns]}"
        if turns and turns[-1].position_text != game.position_text:
            yield f"game {game.pk} does not stand as after its last turn"
        keys = (turns[-1].position_key, turns[-1].canonical_key) if turns else ("", "")
        if (game.position_key, game.canonical_key) != keys:
            yield f"game {game.pk} is looked for under the position of another turn"
        if not game.is_over and game.position.turn != game.side_to_move:
            yield f"in game {game.pk} the wrong side is to move"


def find_broken_trees(site: Site) -> Iterator[str]:
    """What an analysis says of its nodes, each of which is the turn before it played on; and who may look at it."""
    for tree in Tree.objects.select_related("game"):
        nodes = {node.number: node for node in tree.nodes.all()}
        if tree.size != len(nodes) or tree.next_number <= max(nodes):
            yield f"analysis {tree.pk} counts {tree.size} nodes up to {tree.next_number}, and has {sorted(nodes)}"
        if len({(node.parent, node.text) for node in nodes.values()}) != len(nodes):
            yield f"in analysis {tree.pk} a turn stands twice"
        if any(node.parent not in nodes for node in nodes.values() if node.parent is not None):
            yield f"in analysis {tree.pk} a turn hangs in the air"
        last = nodes[max(nodes)]
        if tree.changed_at == site.now and last.parent in nodes:
            after = tree.ruleset.read(nodes[last.parent].position_text).play(last.text)
            if after.text() != last.position_text:
                yield f"in analysis {tree.pk} turn {last.number} leads to another position"
        if tree.token and not tree.game.is_over and trees.find_shared(tree.token):
            yield f"analysis {tree.pk} of a running game is shared"

"""One bad row stops none of its neighbours, in any task of the schedule: the first of two fails, the second is done.

A new task is asked for its case here. Each case makes the two rows, and breaks the first as its rows may be broken: by
what is stored in it, or by a receiver that fails for it. It returns what asks whether either was done.
"""

import os

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models.signals import pre_delete
from django.utils import timezone

from accounts import events as account_events
from accounts.locked_out import rescue
from accounts.models import Export, Rescue, Restriction, User
from accounts.own_data import closing, exports
from competition import ladder
from competition.events import game_found, ladder_left
from competition.models import LadderMember, StandingGame
from computers import strength
from computers.models import LevelStrength
from computers.starting import find_computer
from engine import registry
from engine.contract import Side
from games import clock, events, play
from games.models import Challenge, Game, Outage, Turn
from notifications.models import Mode, Notice, Preferences, Reminder
from replies import receiving
from tests.factories import ChallengeFactory, StandingFactory, UserFactory
from tests.replies.ways.answering import write_answer
from tests.site.neighbours import records as _of_records  # noqa: F401 (notes its cases)
from tests.site.neighbours.cases import CASES, Done, ask_each, case
from tests.site.neighbours.conftest import DAY, HOUR, restrict, run, write_notices

WITHOUT_ROWS = {
    "computers.tasks.compare_some": "One statement that makes all rows, so none can fail alone.",
    "games.tasks.expire_challenges": "One statement that runs nothing for a row, so none can fail.",
    "records.tasks.check_book": "Compares sums by two queries a part, which run nothing for a row.",
    "records.tasks.choose_puzzle": "Looks for one row.",
    "games.tasks.refresh_on_time": "Counts some hundred players by one query, which runs nothing for a row.",
}


def list_tasks() -> set[str]:
    return {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}


@pytest.mark.parametrize("task", sorted(list_tasks() - set(WITHOUT_ROWS)))
def test_the_row_behind_one_that_fails_is_done(task, breaking, caplog):
    are_done = CASES[task](breaking)
    assert are_done() == (False, False)
    run(task)
    assert are_done() == (False, True)
    assert [record for record in caplog.records if record.exc_info], "nobody would know"


@case("replies.tasks.read_replies")
def read_answers(breaking) -> Done:
    """As files, since the site of the tests has no mail server."""
    games = breaking.start_games()
    settings.REPLIES_DIR.mkdir(exist_ok=True)
    for game in games:
        path = settings.REPLIES_DIR / f"{game.pk}.eml"
        path.write_bytes(write_answer(game).as_bytes())
        os.utime(path, (0, 0))
    breaking.break_call(receiving, "receive", lambda told: f"game {games[0].pk}" in told.mail["Subject"])
    return ask_each(games, lambda pk: Turn.objects.filter(game=pk).exists())


# --- The rows of each --------------------------------------------------------------------------------------------
@case("games.tasks.flag_expired_games")
def end_games(breaking) -> Done:
    games = breaking.start_games()
    long_ago = timezone.now() - HOUR
    for number, game in enumerate(games):
        Game.objects.filter(pk=game.pk).update(deadline_at=long_ago + number * clock.GRACE)
    breaking.break_signal(events.result_changed, lambda told: told["game_id"] == games[0].pk)
    return ask_each(games, lambda pk: Game.objects.filter(pk=pk, termination="time").exists())


@case("games.tasks.announce_moved_deadlines")
def announce_moved(breaking) -> Done:
    now = timezone.now()
    games = breaking.start_games(now=now - DAY)
    times = {"from_at": now - 3 * HOUR, "until_at": now - HOUR}
    Outage.objects.create(kind=Outage.Kind.SITE, found_at=now, **times)
    assert play.settle_outages()
    Reminder.objects.all().delete()
    breaking.break_signal(events.deadlines_moved, lambda told: games[0].pk in told["game_ids"])
    return ask_each(games, lambda pk: Reminder.objects.filter(game=pk).exists())


@case("games.tasks.announce_expiring_challenges")
def announce_expiring(breaking) -> Done:
    alice, boris, carol = breaking.cast
    asked = [ChallengeFactory(challenger=alice, audience="player", opponent=other) for other in (boris, carol)]
    for number, challenge in enumerate(asked):
        Challenge.objects.filter(pk=challenge.pk).update(expires_at=timezone.now() + HOUR * (number + 1))
    breaking.break_signal(events.challenge_expiring, lambda told: told["challenge_id"] == asked[0].pk)
    return ask_each(asked, lambda pk: Challenge.objects.filter(pk=pk, expiry_told_at__isnull=False).exists())


def challenge_computer(breaking) -> list[Challenge]:
    """By two who get no answer at once; the first has a time control that is none."""
    computer = find_computer(registry.get("mastery"), level="newcomer").user
    alice, boris, _ = breaking.cast
    asked = [ChallengeFactory(challenger=one, audience="player", opponent=computer) for one in (alice, boris)]
    Challenge.objects.filter(pk=asked[0].pk).update(control={"kind": "of tomorrow"})
    return asked


@case("computers.tasks.look_after")
def answer_challenges(breaking) -> Done:
    asked = challenge_computer(breaking)
    return ask_each(asked, lambda pk: Challenge.objects.filter(pk=pk, status="accepted").exists())


@case("computers.tasks.measure_levels")
def measure_levels(breaking) -> Done:
    """Of each level something was known, which its games no longer tell."""
    levels = [find_computer(registry.get("mastery"), level=level) for level in ("newcomer", "hobby")]
    for level in levels:
        LevelStrength.objects.create(computer=level, year=LevelStrength.LATELY, rating=1500, margin=90, games=20)
    breaking.break_call(strength, "list_met", lambda computer, **_: computer == levels[0])
    return ask_each(levels, lambda pk: not LevelStrength.objects.filter(computer=pk).exists())


@case("notifications.tasks.deliver_due")
def deliver(breaking) -> Done:
    notices = write_notices(breaking)
    Notice.objects.filter(pk=notices[0].pk).update(kind="of_tomorrow")
    return ask_each(notices, lambda pk: Notice.objects.filter(pk=pk, state="sent").exists())


@case("notifications.tasks.write_digests")
def write_digests(breaking) -> Done:
    from notifications.scheduling import digests

    readers = breaking.cast[:2]
    for reader in readers:
        hour = timezone.localtime(timezone=reader.zone).hour
        Preferences.objects.create(user=reader, mode=Mode.DAILY, digest_hour=hour)
    breaking.break_call(digests, "write", lambda *made: readers[0].pk in [each.recipient_id for each in made])
    return ask_each(readers, lambda pk: Notice.objects.filter(recipient=pk, kind="digest").exists())


@case("accounts.tasks.carry_out_rescues")
def carry_out_rescues(breaking) -> Done:
    staff, people = UserFactory(is_staff=True, is_superuser=True), breaking.cast[:2]
    for person in people:
        terms = {"email": f"{person.pk}@new.example", "before": person.email, "staff": staff, "reason": "Lost."}
        asked_at = timezone.now() - 4 * DAY
        Rescue.objects.create(user=person, kind="address", asked_at=asked_at, due_at=asked_at + DAY, **terms)
    breaking.break_call(rescue, "correct_address", lambda user, **_: user == people[0])
    return ask_each(people, lambda pk: EmailAddress.objects.filter(user=pk, email=f"{pk}@new.example").exists())


@case("accounts.tasks.end_restrictions")
def end_restrictions(breaking) -> Done:
    laid = restrict(breaking.cast[:2], Restriction.Kind.MUTED, until=timezone.now() - HOUR)
    breaking.break_signal(account_events.restriction_closed, lambda told: told["restriction_id"] == laid[0].pk)
    return ask_each(laid, lambda pk: Restriction.objects.filter(pk=pk, closed_at__isnull=False).exists())


@case("games.tasks.settle_suspensions")
def settle_suspensions(breaking) -> Done:
    """Two of one person's games; that two persons are apart is tested below."""
    games = breaking.start_games()
    restrict(breaking.cast[:1], Restriction.Kind.SUSPENDED, until=timezone.now() + DAY, games="void")
    Game.objects.filter(pk=games[0].pk).update(ruleset_slug="of-tomorrow")
    return ask_each(games, lambda pk: Game.objects.ended().filter(pk=pk).exists())


@case("games.tasks.offer_wished_rematches")
def offer_rematches(breaking) -> Done:
    games = breaking.start_games()
    alice, *others = breaking.cast
    for other, game in zip(others, games, strict=True):
        play.wish_rematches(alice.pk, other_id=other.pk, wished=True)
        play.resign(game.pk, side=Side.SECOND)
    Game.objects.filter(pk=games[0].pk).update(offers=[])
    return ask_each(games, lambda pk: Game.objects.filter(pk=pk, offers__has_key="rematch").exists())


@case("competition.tasks.sweep_ladders")
def lose_places(breaking) -> Done:
    """Two who have asked to close their accounts, and whose places were missed then."""
    people = breaking.cast[1:]
    for user in people:
        ladder.join(user, "mastery")
    User.objects.filter(pk__in=[user.pk for user in people]).update(closing_at=timezone.now())
    breaking.break_signal(ladder_left, lambda told: told["user_id"] == people[0].pk)
    return ask_each(people, lambda pk: not LadderMember.objects.on("mastery").filter(user=pk).exists())


@case("accounts.tasks.build_exports")
def build_exports(breaking) -> Done:
    people = breaking.cast[:2]
    asked = [exports.ask(person) for person in people]
    breaking.break_signal(account_events.account_exporting, lambda told: told["user_id"] == people[0].pk)
    return ask_each(asked, lambda pk: Export.objects.filter(pk=pk, ready_at__isnull=False).exists())


@case("accounts.tasks.close_accounts")
def close_accounts(breaking) -> Done:
    people = breaking.cast[:2]
    for person in people:
        closing.ask(person, now=timezone.now() - 8 * DAY)
    breaking.break_signal(account_events.account_closed, lambda told: told["user_id"] == people[0].pk)
    return ask_each(people, lambda pk: User.objects.filter(pk=pk, closed_at__isnull=False).exists())


@case("games.tasks.end_games_of_closed")
def end_games_of_closed(breaking) -> Done:
    games = breaking.start_games()
    User.objects.filter(pk=breaking.cast[0].pk).update(closed_at=timezone.now(), is_active=False)
    breaking.break_signal(events.result_changed, lambda told: told["game_id"] == games[0].pk)
    return ask_each(games, lambda pk: Game.objects.ended().filter(pk=pk).exists())


@case("competition.tasks.pair")
def pair_standing(breaking) -> Done:
    """Two pairs; the first to meet is the one that has waited longest."""
    owners = [*breaking.cast, UserFactory()]
    now, terms = timezone.now(), (["days-3"], ["days-3"], ["days-7"], ["days-7"])
    made = [
        StandingFactory(owner=owner, presets=presets, now=now - (4 - number) * HOUR)
        for number, (owner, presets) in enumerate(zip(owners, terms, strict=True))
    ]
    breaking.break_signal(game_found, lambda told: owners[0].pk in told["user_ids"])
    return ask_each(made[::2], lambda pk: StandingGame.objects.filter(standing=pk).exists())


@case("mastery_site.tasks.prune")
def prune(breaking) -> Done:
    notices = write_notices(breaking)
    Notice.objects.update(state="sent", closed_at=timezone.now() - 100 * DAY)
    breaking.break_signal(pre_delete, lambda told: told["instance"].pk == notices[0].pk, sender=Notice)
    return ask_each(notices, lambda pk: not Notice.objects.filter(pk=pk).exists())

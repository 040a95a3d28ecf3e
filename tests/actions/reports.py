"""Reports of players about each other, appeals against decisions about them, and what two moderators do with both."""

from dataclasses import replace
from datetime import datetime, timedelta

from accounts.models import Restriction, User
from games.models import Game, Message, RatedGame
from moderation import acting, appeals, own_reports, referrals, reports
from moderation.actions import registry
from moderation.models import Appeal, LoggedAction, Referral, Report
from moderation.things.kinds import message
from tests.actions import action
from tests.actions.drawing import one_of, pairs, whether, which
from tests.actions.scene import HOUR, Scene
from tests.actions.staff import find_staff, following_lifted, make_order

matters = one_of(("words", "help", "stopped", "other"))
deeds = one_of(("claim", "release", "answer", "answer"))
staff = one_of(("Mira", "Nils"))


@action(pair=pairs, matter=matters)
def report(site: Scene, *, pair: tuple[int, int], matter: str) -> None:
    one, other = (site.players[number] for number in pair)
    reports.make(one.user, about=other.user, matter=matter, text="See for yourselves.")


@action(number=which, matter=matters)
def report_line(site: Scene, *, number: int, matter: str) -> None:
    """A line of chat, by the other player of its game."""
    said = list(Message.objects.filter(game__seats__user__in=[each.pk for each in site.players]).order_by("pk"))
    if not said:
        return
    line = said[number % len(said)]
    reader = line.game.seats.exclude(user=line.user_id).get().user
    thing = message.kind.find(reader, line.pk)
    reports.make(reader, about=line.user, matter=matter, text="Read that.", thing=thing)


def find_report(number: int) -> Report | None:
    """The newest first."""
    found = list(Report.objects.select_related("reporter").order_by("-pk"))
    return found[number % len(found)] if found else None


@action(number=which)
def add_to_report(site: Scene, *, number: int) -> None:
    """By the one who made it."""
    if made := find_report(number):
        own_reports.add(made.pk, reporter=made.reporter, text="And once more.")


@action(number=which)
def withdraw_report(site: Scene, *, number: int) -> None:
    """By the one who made it."""
    if made := find_report(number):
        own_reports.withdraw(made.pk, reporter=made.reporter)


@action(
    number=which,
    by=staff,
    deed=deeds,
    outcome=one_of(("acted", "no_breach", "unclear")),
)
def look_at_report(site: Scene, *, number: int, by: str, deed: str, outcome: str) -> None:
    """Takes all that waits about a person, leaves it to the other, or answers it."""
    found = list(Report.objects.order_by("-pk"))
    if not found:
        return
    pk, member = found[number % len(found)].pk, find_staff(by)
    if deed == "claim":
        reports.take(pk, staff=member)
    elif deed == "release":
        reports.release(pk, staff=member)
    else:
        reports.answer(pk, outcome=outcome, answer="We have looked.", reason="Seen it.", staff=member)


@action(number=which, of_game=whether)
def appeal(site: Scene, *, number: int, of_game: bool) -> None:
    """Against something that was decided about a player, or about a game of theirs."""
    decided = LoggedAction.objects.filter(action__in=("adjudicate", "void", "reopen")).order_by("-pk")
    done = [row for row in decided if row.before["termination"] != "time"]  # lost at its own hour
    if of_game and done:
        decision = done[number % len(done)]
        player = decision.game.seats.get(side=number % 2).user
        appeals.make_of_game(decision, by=player, text="We had agreed on it.")
    elif site.laid:
        decided = Restriction.objects.get(pk=site.laid[number % len(site.laid)][0])
        appeals.make(decided, text="It was not me.")


@action(number=which, upheld=whether)
def appeal_as_opponent(site: Scene, *, number: int, upheld: bool) -> None:
    """By somebody who lost points since games of their opponent were taken out; who is right gets these games back."""
    done = LoggedAction.objects.filter(action="take_rated_out_since", reverses=None, reversed_by=None).order_by("-pk")
    found = [
        (row, user)
        for row in done
        for user in User.objects.filter(pk__in=[each.pk for each in site.players]).order_by("pk")
        if appeals.concerns_another(row, user_id=user.pk)
    ]
    if not found:
        return
    row, player = found[number % len(found)]
    made = appeals.make_of_game(row, by=player, text="I won these.", now=site.now)
    outcome = "reversed" if upheld else "upheld"
    appeals.answer(made.pk, outcome=outcome, answer="Yes.", staff=find_staff("Nils"), now=site.now)
    games = appeals.list_games_of(row, user_id=player.pk)
    out = RatedGame.objects.filter(pk__in=games).exclude(taken_out_at=None)
    assert not (upheld and out.exists()), f"{player} was right, and games are still out"


@action(pair=pairs, name=one_of(("mute", "warn", "bar", "bar_reports")))
def decide_about_another(site: Scene, *, pair: tuple[int, int], name: str) -> None:
    """A player who is on the staff for once: who plays the other, or has to do with a report between them, may not."""
    staff, person = (User.objects.get(pk=site.players[number].user.pk) for number in pair)
    order = replace(make_order(site, until=site.now + 30 * HOUR, which="barred"), staff=staff)
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    staff.refresh_from_db()
    is_tied = has_ties(staff, person, at=site.now)
    try:
        acting.perform(registry.ACTIONS.find(name), person, order=order)
    finally:
        User.objects.filter(pk=staff.pk).update(is_staff=False, is_superuser=False)
    assert not is_tied, f"{staff} decided about {person}"
    laid = LoggedAction.objects.exclude(restriction=None).latest("pk").restriction_id
    assert laid is not None
    site.laid.append((laid, site.now))


def has_ties(staff: User, person: User, *, at: datetime) -> bool:
    """By what is plain to see, and older than the first open report about the person."""
    begun = min([at, *Report.objects.filter(about=person, answered_at=None).values_list("made_at", flat=True)])
    both = Game.objects.filter(seats__user=staff).filter(seats__user=person, started_at__lt=begun)
    if any(game.ended_at is None or at - game.ended_at < timedelta(days=90) for game in both):
        return True
    accused = Report.objects.filter(reporter=person, about=staff, made_at__lt=begun)
    return accused.exists() or Report.objects.filter(reporter=staff, about=person).exists()


@action(number=which, by=staff)
def hand_over(site: Scene, *, number: int, by: str) -> None:
    """A moderator leaves a player to the other."""
    person = site.players[number % len(site.players)].user
    referrals.hand_over(staff=find_staff(by), person=person, note="You decide.", now=site.now)


@action(number=which, by=staff)
def answer_referral(site: Scene, *, number: int, by: str) -> None:
    """What the other has left is closed, or confirmed."""
    found = list(Referral.objects.filter(answered_at=None).order_by("pk"))
    if found:
        referrals.answer(found[number % len(found)].pk, staff=find_staff(by), now=site.now)


@action(
    weight=2,
    number=which,
    by=staff,
    deed=deeds,
    outcome=one_of(Appeal.Outcome.values),
)
def look_at_appeal(site: Scene, *, number: int, by: str, deed: str, outcome: str) -> None:
    """As at a report; where the decision is reversed, games that it ended go on."""
    found = list(Appeal.objects.order_by("-pk"))
    if not found:
        return
    pk, member = found[number % len(found)].pk, find_staff(by)
    if deed == "claim":
        appeals.take(pk, staff=member)
    elif deed == "release":
        appeals.release(pk, staff=member)
    else:
        with following_lifted(site):
            appeals.answer(pk, outcome=outcome, answer="We have looked again.", staff=member)

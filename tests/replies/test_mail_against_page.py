"""Whole games in which Alice answers emails and clicks on the page in the same instants, and Boris plays on the page:
one of the two counts, nothing is lost, and each mail is answered."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import sleep

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Allowance, User
from engine import registry
from engine.contract import Side
from games.models import Game, OfferRecord
from games.play import offers
from notifications.models import Notice
from replies.models import Reply
from replies.receiving import Outcome, receive
from tests.answering import bring, keep, write_answer
from tests.factories import GameFactory, UserFactory, play_turns
from tests.replies import desk
from tests.sharing import is_on_postgres
from tests.together import run_together

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long, pytest.mark.late]
ROUNDS = 3 if is_on_postgres() else 1
"""So often each race is run in a game, before it is resigned."""
COUNTED = {"played", "accepted", "declined", "resigned"}
"""What came of a mail that has changed the game."""
LONGER = 0.04
"""Seconds: about so much longer a mail takes than a click, so that either may be first."""
Click = Callable[[], object]


@dataclass
class Table:
    """A game, and what has counted in it."""

    game: Game
    alice: User
    side: Side
    """Hers."""
    client: Client
    lots: Random
    played: list[str] = field(default_factory=list)

    def draw_turn(self) -> str:
        return self.lots.choice(sorted(self.game.position.legal_moves()))

    def click(self, name: str, *parts: str, **posted: str) -> Click:
        told = {"revision": self.game.revision, "ply": self.game.ply, **posted}
        return partial(self.client.post, reverse(name, args=[self.game.pk, *parts]), told)

    def offer(self) -> None:
        """Boris offers more time, and an email tells of it."""
        offers.propose(self.game.pk, "more_time", side=self.side.other, days=2)
        desk.post()
        self.game.refresh_from_db()

    def ask_to_resign(self) -> None:
        """The first of the two mails by which one resigns."""
        assert desk.answer(self.alice, "resign", to="Your turn") is Outcome.DONE
        desk.post()


# --- What races: the line of the mail, the email that it answers, and the click -----------------------------------
Race = tuple[str, str, Click]


def same_turn(table: Table) -> Race:
    text = table.draw_turn()
    return text, "Your turn", table.click("play_move", text=text)


def another_turn(table: Table) -> Race:
    line, text = table.lots.sample(sorted(table.game.position.legal_moves()), 2)
    return line, "Your turn", table.click("play_move", text=text)


def turn_against_yes(table: Table) -> Race:
    table.offer()
    return table.draw_turn(), "offers", table.click("answer_offer", "more_time", answer="accept")


def yes_against_turn(table: Table) -> Race:
    table.offer()
    return "yes", "offers", table.click("play_move", text=table.draw_turn())


def yes_against_yes(table: Table) -> Race:
    table.offer()
    return "yes", "offers", table.click("answer_offer", "more_time", answer="accept")


def yes_against_no(table: Table) -> Race:
    table.offer()
    return "yes", "offers", table.click("answer_offer", "more_time", answer="decline")


def turn_against_resigning(table: Table) -> Race:
    return table.draw_turn(), "Your turn", table.click("resign")


def resigning_against_turn(table: Table) -> Race:
    table.ask_to_resign()
    return "resign yes", "Re:", table.click("play_move", text=table.draw_turn())


BOTH = ("turn_against_yes", "yes_against_turn", "turn_against_resigning")
"""Both may count, one after the other: more time takes nothing away from a turn that was meant before it, and whoever
resigns on the page does so wherever the game stands."""
GOING_ON = (same_turn, another_turn, turn_against_yes, yes_against_turn, yes_against_yes, yes_against_no)
ENDING = (turn_against_resigning, resigning_against_turn)


def count_done(table: Table) -> tuple[int, int, int]:
    """How many turns stand, how many offers Alice has answered but by a turn, and whether it is resigned."""
    game = table.game
    game.refresh_from_db()
    answered = OfferRecord.objects.filter(game=game, side=table.side).exclude(step=OfferRecord.Step.MADE)
    turns = game.turns.filter(taken_back_at=None)
    by_hand = answered.exclude(step=OfferRecord.Step.DECLINED, done_at__in=turns.values("played_at"))
    return turns.count(), by_hand.count(), int(game.termination == "resignation")


def wait_and(seconds: float, click: Click) -> object:
    sleep(seconds)
    return click()


def run_race(table: Table, race: Callable[[Table], Race]) -> None:
    """Lets the mail and the click come at once, and looks what came of both."""
    Allowance.objects.all().delete()  # no limit is met here
    line, subject, click = race(table)
    got = keep(desk.find_last(table.alice, subject), user=table.alice.pk, kind="", at=timezone.now())
    raw = write_answer(got, line, sender=table.alice.email)
    before = count_done(table)
    answer = partial(receive, bring(raw, at=timezone.now()))
    outcome, page = run_together([answer, partial(wait_and, table.lots.uniform(0, LONGER), click)])
    assert outcome is Outcome.DONE, outcome
    reply = Reply.objects.latest("pk")
    after = count_done(table)
    who = [name for name, counts in (("mail", reply.outcome in COUNTED), ("page", page.status_code == 302)) if counts]
    told = (race.__name__, reply.outcome, page.status_code, before, after)
    assert page.status_code in (302, 409), told
    assert len(who) == 1 or (len(who) == 2 and race.__name__ in BOTH), told
    assert sum(after) - sum(before) == len(who), told
    texts = [line if reply.outcome == "played" else "", click.args[1].get("text", "") if "page" in who else ""]
    table.played += [text for text in texts if text]
    assert desk.turns_of(table.game) == table.played, told


def play_on(table: Table) -> None:
    """A turn of whoever is to move: of Boris, or of Alice, where none of hers has counted."""
    table.played.append(table.draw_turn())
    play_turns(table.game, table.played[-1])


def go_on(table: Table) -> None:
    """Lets the game go on until it is Alice's turn again, and an email tells her; or it is over."""
    table.game.refresh_from_db()
    if not table.game.is_over and table.game.side_to_move == table.side:
        play_on(table)
    if not table.game.is_over:
        play_on(table)
    desk.post()


def begin(slug: str, lots: Random) -> Table:
    """A game in which it is Alice's turn, and an email has told her. In some games dice seat the two."""
    alice, boris = UserFactory(username="Alice"), UserFactory(username="Boris")
    client = Client()
    client.force_login(alice)
    game = GameFactory(ruleset_slug=slug, first=alice, second=boris)
    table = Table(game, alice, Side(game.seats.get(user=alice).side), client, lots)
    if game.side_to_move != table.side:
        play_on(table)
    desk.post()
    return table


@pytest.mark.parametrize("ending", ENDING)
@pytest.mark.parametrize("slug", [each.slug for each in registry.all_rulesets()])
def test_of_a_mail_and_a_click_at_once_one_counts_through_whole_games(slug, ending):
    table = begin(slug, Random(f"{slug} {ending.__name__}"))
    for race in GOING_ON * ROUNDS:
        if not table.game.is_over:
            run_race(table, race)
            go_on(table)
    while not table.game.is_over:  # by the ending, or on the board
        run_race(table, ending)
        go_on(table)
    assert desk.turns_of(table.game) == table.played
    check_answers(table.alice)


def check_answers(alice: User) -> None:
    """Each mail was answered once, to Alice, and the answer left the site."""
    desk.post()
    told = Notice.objects.filter(kind="reply_answered")
    keys = sorted(told.values_list("dedupe_key", flat=True))
    assert keys == sorted(f"reply:{pk}" for pk in Reply.objects.values_list("pk", flat=True))
    assert set(told.values_list("recipient_id", "state")) == {(alice.pk, Notice.State.SENT)}

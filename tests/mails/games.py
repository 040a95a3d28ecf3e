"""Rows of mails about games: turns, offers, talk, results."""

from datetime import datetime, time, timedelta

from django.utils import timezone

from engine.contract import Side
from games import chat, clock, play
from games.models import Game
from notifications.models import Notice
from notifications.preferences.saving import save_preferences
from notifications.scheduling.digests import write_digests
from notifications.scheduling.reminders import plan_again, write_due
from tests.factories import GameFactory, UserFactory, give_vacation, play_turns
from tests.mails.table import LONGEST, mover_of, replay, tells


@tells("your_turn")
def your_turn(cast):
    return mover_of(replay("mastery-imperial-ross", turns=22, first=cast.alice, second=cast.boris))


@tells("your_turn")
def your_turn_first_of_all(cast):
    GameFactory(first=cast.alice, second=cast.boris, control=clock.Unlimited())


@tells("your_turn")
def your_turn_at_master(cast):
    return mover_of(replay("master-red-wins", turns=20, first=cast.alice, second=cast.boris))


@tells("your_turn")
def your_turn_at_masters_with_the_longest_name(cast):
    other = UserFactory(username=LONGEST)
    return mover_of(replay("masters-ember-wins", turns=17, first=other, second=cast.alice))


def play_several(cast):
    """Games of each ruleset in which it is Alice's turn, and two just begun."""
    replay("mastery-imperial-ross", turns=22, first=cast.alice, second=cast.boris)
    replay("master-red-wins", turns=20, first=UserFactory(username=LONGEST), second=cast.alice)
    replay("masters-ember-wins", turns=17, first=cast.boris, second=cast.alice)
    GameFactory(first=cast.alice, second=cast.boris, control=clock.Unlimited())
    GameFactory(first=cast.alice, second=cast.boris)


@tells("your_turn")
def your_turns(cast):
    play_several(cast)


@tells("digest")
def digest(cast):
    play_several(cast)
    Notice.objects.all().delete()
    save_preferences(cast.alice, mode="daily", digest_hour=3)
    today = timezone.localdate(timezone=cast.alice.zone) + timedelta(days=1)
    write_digests(now=datetime.combine(today, time(3, 1), tzinfo=cast.alice.zone))


@tells("deadline_near")
def deadline_near(cast):
    return remind(replay("mastery-draume-crown-ross", turns=15, first=cast.boris, second=cast.alice))


def remind(game):
    """As the sweep does, an hour before the deadline."""
    write_due(now=game.deadline_at - timedelta(hours=1))
    return mover_of(game)


@tells("deadline_near")
def deadline_near_in_several(cast):
    """In one a day of vacation is used, in the others the game is lost."""
    give_vacation(cast.alice, days=12, now=timezone.now())
    replay("mastery-imperial-ross", turns=22, first=cast.alice, second=cast.boris)
    replay("masters-ember-wins", turns=17, first=UserFactory(username=LONGEST), second=cast.alice)
    last = GameFactory(first=cast.alice, second=cast.boris, vacation_days=5)
    mine = Game.objects.filter(seats__user=cast.alice)
    mine.update(deadline_at=last.deadline_at)
    plan_again(list(mine.values_list("pk", flat=True)))
    return remind(last)


@tells("deadline_near")
def deadline_near_with_vacation_left(cast):
    give_vacation(cast.alice, days=12, now=timezone.now())
    return remind(GameFactory(first=cast.alice, second=cast.boris, vacation_days=5))


@tells("offer_made")
def draw_offered_at_my_turn(cast):
    game = replay("mastery-imperial-ross", turns=30, first=cast.alice, second=cast.boris)
    play.offers.propose(game.pk, "draw", side=Side.SECOND)


@tells("offer_made")
def draw_offered_at_their_turn(cast):
    game = replay("masters-ember-wins", turns=10, first=cast.boris, second=cast.alice)
    play.offers.propose(game.pk, "draw", side=Side.FIRST)


@tells("offer_declined")
def draw_declined_at_my_turn(cast):
    game = replay("mastery-imperial-ross", turns=30, first=cast.alice, second=cast.boris)
    play.offers.propose(game.pk, "draw", side=Side.FIRST)
    play.offers.decline(game.pk, "draw", side=Side.SECOND)


@tells("offer_declined")
def draw_declined_at_their_turn(cast):
    game = replay("masters-ember-wins", turns=10, first=cast.boris, second=cast.alice)
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    play.offers.decline(game.pk, "draw", side=Side.FIRST)


def end_pause(cast, *, offered_by):
    """Alice plays second, and waits for Boris."""
    game = replay("masters-ember-wins", turns=10, first=cast.boris, second=cast.alice)
    until = timezone.now() + timedelta(days=9)
    for kind, chosen in (("pause", {"until": until}), ("resume", {})):
        play.offers.propose(game.pk, kind, side=offered_by, **chosen)
        play.offers.accept(game.pk, kind, side=offered_by.other)
    return game


@tells("clock_started")
def pause_ended_at_their_turn(cast):
    end_pause(cast, offered_by=Side.FIRST)


@tells("your_turn")
def pause_ended_at_my_turn(cast):
    return mover_of(end_pause(cast, offered_by=Side.FIRST))


@tells("offer_made")
def more_time_offered(cast):
    game = replay("mastery-imperial-ross", turns=30, first=cast.alice, second=cast.boris)
    play.offers.propose(game.pk, "more_time", side=Side.SECOND, days=5)


@tells("offer_made")
def pause_offered(cast):
    game = replay("masters-ember-wins", turns=10, first=cast.boris, second=cast.alice)
    play.offers.propose(game.pk, "pause", side=Side.FIRST, until=timezone.now() + timedelta(days=30))


@tells("offer_made")
def end_of_pause_offered(cast):
    game = replay("masters-ember-wins", turns=10, first=cast.boris, second=cast.alice)
    play.offers.propose(game.pk, "pause", side=Side.FIRST, until=timezone.now() + timedelta(days=30))
    play.offers.accept(game.pk, "pause", side=Side.SECOND)
    play.offers.propose(game.pk, "resume", side=Side.FIRST)


@tells("offer_made")
def takeback_offered(cast):
    game = replay("mastery-imperial-ross", turns=29, first=cast.boris, second=cast.alice)
    play.offers.propose(game.pk, "takeback", side=Side.FIRST)


@tells("offer_made")
def takeback_of_two_turns_offered(cast):
    game = replay("mastery-imperial-ross", turns=30, first=cast.boris, second=cast.alice)
    play.offers.propose(game.pk, "takeback", side=Side.FIRST)


@tells("offer_made")
def cancelling_offered(cast):
    game = replay("mastery-imperial-ross", turns=1, first=cast.boris, second=cast.alice)
    play.offers.propose(game.pk, "cancel", side=Side.FIRST)


@tells("offer_made")
def rematch_offered(cast):
    game = GameFactory(first=cast.alice, second=cast.boris)
    play.resign(game.pk, side=Side.FIRST)
    Notice.objects.all().delete()
    play.offers.propose(game.pk, "rematch", side=Side.SECOND)


@tells("win_claimed")
def win_claimed(cast):
    game = GameFactory(first=cast.alice, second=cast.boris, control=clock.Unlimited())
    Notice.objects.all().delete()
    play.claim_win(game.pk, side=Side.SECOND, now=timezone.now() + timedelta(days=31))


@tells("game_over")
def game_over_cancelled(cast):
    game = GameFactory(first=cast.alice, second=cast.boris)
    play.offers.propose(game.pk, "cancel", side=Side.FIRST)
    play.offers.accept(game.pk, "cancel", side=Side.SECOND)


@tells("chat_message")
def chat_messages(cast):
    game = replay("mastery-imperial-ross", turns=12, first=cast.alice, second=cast.boris)
    for text in ("Good morning!", "Sorry, I was away.\nBack on Monday.", "W" * 300, *map(str, range(9))):
        chat.send(cast.boris, game_id=game.pk, text=text)


@tells("chat_message")
def chat_message(cast):
    game = replay("master-red-wins", turns=12, first=UserFactory(username=LONGEST), second=cast.alice)
    other = game.seats.exclude(user=cast.alice).get().user  # seated by lot
    chat.send(other, game_id=game.pk, text="Well played! 2 < 3 & 👏")


@tells("game_over")
def game_over_won(cast):
    replay("mastery-draume-crown-woag", turns=10**6, first=cast.boris, second=cast.alice)


@tells("game_over")
def game_over_lost_on_time(cast):
    now = timezone.now() - timedelta(days=4)
    game = GameFactory(first=cast.alice, second=cast.boris, now=now)
    play.run_out(game.pk, now=timezone.now())


@tells("game_over")
def game_over_drawn(cast):
    game = replay("master-white-wins", turns=12, first=cast.alice, second=cast.boris)
    play.offers.propose(game.pk, "draw", side=Side.SECOND)
    play.offers.accept(game.pk, "draw", side=Side.FIRST)


@tells("staff_decided")
def deadline_moved(cast):
    game = replay("masters-frost-wins", turns=8, first=cast.alice, second=cast.boris)
    staff, until = UserFactory(username="Mira", is_staff=True), timezone.now() + timedelta(days=9)
    play.move_deadline(
        game.pk, deadline=until, staff=staff, reason="The site was away on Sunday, which cost you a day."
    )


@tells("staff_decided")
def declared_void(cast):
    game = replay("masters-frost-wins", turns=8, first=cast.alice, second=cast.boris)
    play.void(game.pk, staff=UserFactory(username="Mira", is_staff=True), reason="Both are one person.")


@tells("planned_turns")
def planned_turns(cast):
    """Alice had armed two turns, and Boris plays the first of what she expected."""
    arm_and_play(cast, mine=4, theirs=0)


@tells("your_turn")
def my_turn_after_a_chain(cast):
    """Alice and Boris had both armed lines, and the chain ends with his."""
    arm_and_play(cast, mine=6, theirs=7)


@tells("game_over")
def game_over_after_a_chain(cast):
    arm_and_play(cast, mine=4, theirs=0, repeated=True)


def arm_and_play(cast, *, mine: int, theirs: int, repeated: bool = False):
    """Arms that many turns of both, of a round that comes back to where it began, and lets Boris begin it."""
    options = {"draws": ["repetition"]} if repeated else {}
    game = GameFactory(first=cast.boris, second=cast.alice, options=options)
    turns = ["Md1-c1", "Mc8-b8", "Mc1-d1", "Mb8-c8"] * 2
    if repeated:
        play_turns(game, *turns[:4])
        turns = turns[4:]
        game.refresh_from_db()
        theirs = 3
    position = game.position_text
    for side, length in ((Side.SECOND, mine), (Side.FIRST, theirs)):
        if length:
            play.arm(game.pk, side=side, turns=turns[:length], expected_position=position)
    Notice.objects.all().delete()
    play_turns(game, turns[0])

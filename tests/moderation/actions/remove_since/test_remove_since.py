"""Everything that somebody has written since a day is hidden from others in one act, and put back as one.

Mira hides it though she plays Boris, as every moderator may; Zoe, who does not, undoes it.
"""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Restriction, User
from analysis import trees
from analysis.models import SealedRemark, Tree
from core.refusal import Refusal
from engine.contract import Side
from games import challenges, chat, play
from games.models import Challenge, Message
from moderation import acting
from moderation.actions import registry
from moderation.actions.contract import Order
from moderation.models import LoggedAction
from notifications.models import Notice
from tests.factories import ChallengeFactory, GameFactory
from tests.moderation.staff import act, open_as
from tests.moderation.writings import seal, share

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
ACTION = registry.ACTIONS.find("remove_since")


@pytest.fixture
def troll(alice, boris, mira) -> User:
    """Boris has written everywhere today, also in a game with the moderator, and once three days ago."""
    remark = seal(alice, boris)
    seal(alice, boris, is_over=False)
    share(boris, remark.turn.game)
    for other in (alice, mira):
        chat.send(boris, game_id=GameFactory(first=other, second=boris).pk, text="Woodpusher!")
    early = chat.send(boris, game_id=remark.turn.game_id, text="Good luck!")
    Message.objects.filter(pk=early.pk).update(sent_at=timezone.now() - 3 * DAY)
    ChallengeFactory(challenger=boris, note="Cowards, all of you.")
    ChallengeFactory(challenger=boris)
    taken = ChallengeFactory(challenger=boris, audience="player", opponent=alice, note="Dare you?")
    challenges.accept(taken.pk, user=alice)
    received = ChallengeFactory(challenger=alice, audience="player", opponent=boris)
    challenges.decline(received.pk, user=boris, reason="Too easy.")
    User.objects.filter(pk=boris.pk).update(about="Buy my book")
    return User.objects.get(pk=boris.pk)


def make_order(staff: User, *, days: int = 0, profile: bool = False) -> Order:
    now = timezone.now()
    answers = {"since": timezone.localdate() - days * DAY, "profile": profile}
    return Order(staff=staff, now=now, told="Insults.", rule="C1", answers=answers)


def list_read_by_others() -> set[str]:
    """What others can read of it all."""
    read = set(Message.objects.filter(removed_at=None).values_list("text", flat=True))
    read |= {each.text for each in SealedRemark.objects.filter(removed_at=None)}
    read |= {text for each in Challenge.objects.all() for text in (each.shown_note, each.shown_reason)}
    read |= {"shared" for tree in Tree.objects.all() if tree.token and trees.find_shared(tree.token)}
    return (read | set(User.objects.values_list("about", flat=True))) - {""}


EARLIER = {"Good luck!"}
ALL_TODAY = {
    "Woodpusher!",
    "She plays like a goat.",
    "Cowards, all of you.",
    "Dare you?",
    "Too easy.",
    "shared",
    "Buy my book",
}


def test_everything_since_that_day_is_hidden_in_one_row_and_put_back_as_one(troll, mira, zoe):
    assert list_read_by_others() == ALL_TODAY | EARLIER
    acting.perform(ACTION, troll, order=make_order(mira, profile=True))
    assert list_read_by_others() == EARLIER
    assert not SealedRemark.objects.filter(removed_at=None).exists(), "what a game will open later, too"
    (row,) = LoggedAction.objects.all()
    (laid,) = Restriction.objects.all()
    assert laid.reason.endswith(
        "1 shared analysis, 2 challenges, 1 reason for declining, 2 chat messages, 2 sealed remarks and your "
        "profile text. Insults."
    )
    assert Notice.objects.filter(recipient=troll, kind="restricted", channel="email").count() == 1
    acting.undo(row, order=make_order(zoe))
    assert list_read_by_others() == ALL_TODAY | EARLIER
    assert LoggedAction.objects.get(reverses=row)
    assert Restriction.objects.get().close == "lifted"


def test_challenges_that_wait_with_a_message_are_withdrawn_and_stay_so(troll, mira, zoe):
    acting.perform(ACTION, troll, order=make_order(mira))
    found = Challenge.objects.filter(challenger=troll).order_by("pk").values_list("note", "status")
    assert list(found) == [("Cowards, all of you.", "withdrawn"), ("", "pending"), ("Dare you?", "accepted")]
    acting.undo(LoggedAction.objects.get(), order=make_order(zoe))
    assert Challenge.objects.filter(challenger=troll, status="pending").count() == 1
    assert "stay withdrawn" in ACTION.reverse_hint


def test_the_rehearsal_lists_it_and_does_nothing_and_tells_no_sealed_remark(troll, mira):
    said = [str(each) for each in ACTION.foresee(troll, make_order(mira, days=7, profile=True))]
    assert said[0].startswith("The person reads: You have been warned. Reason: Removed, since ")
    line = Message.objects.filter(text="Woodpusher!").first()
    assert f"Removed: chat message in game {line.game_id}: Woodpusher!" in said
    assert "Removed: sealed remark that nobody can read yet" in said
    assert "Removed: profile text: Buy my book" in said
    (waiting,) = Challenge.objects.filter(note="Cowards, all of you.")
    assert [each for each in said if each.startswith("Withdrawn")] == [f"Withdrawn: challenge {waiting.pk}"]
    assert sum("Good luck!" in each for each in said) == 1, "seven days reach back to it"
    assert list_read_by_others() == ALL_TODAY | EARLIER
    assert sum("plays like a goat" in each for each in said) == 1, "the other is still sealed"


def test_the_log_keeps_no_sealed_remark_either(troll, mira):
    acting.perform(ACTION, troll, order=make_order(mira))
    texts = LoggedAction.objects.get().before["texts"]
    assert sum("plays like a goat" in each for each in texts) == 1
    assert "sealed remark that nobody can read yet" in texts


def test_what_was_removed_before_stays_removed_when_this_is_undone(troll, mira, zoe):
    first = Message.objects.filter(text="Woodpusher!").first()
    Message.objects.filter(pk=first.pk).update(removed_at=timezone.now())
    acting.perform(ACTION, troll, order=make_order(mira))
    acting.undo(LoggedAction.objects.get(), order=make_order(zoe))
    assert Message.objects.filter(removed_at__isnull=False).get() == first


def test_a_profile_text_written_since_is_not_overwritten(troll, mira, zoe):
    acting.perform(ACTION, troll, order=make_order(mira, profile=True))
    User.objects.filter(pk=troll.pk).update(about="I am sorry.")
    acting.undo(LoggedAction.objects.get(), order=make_order(zoe))
    troll.refresh_from_db()
    assert troll.about == "I am sorry."


def test_a_remark_hidden_while_it_was_sealed_stays_hidden_when_the_game_ends(troll, mira, alice):
    acting.perform(ACTION, troll, order=make_order(mira))
    running = SealedRemark.objects.get(turn__game__ended_at=None)
    play.resign(running.turn.game_id, side=Side.FIRST)
    assert "She plays like a goat." not in list_read_by_others()


@pytest.mark.parametrize(("since", "code"), [(-1, "not_begun"), (0, "nothing")])
def test_a_day_to_come_and_a_day_without_texts_are_refused(alice, mira, since, code):
    with pytest.raises(Refusal) as refused:
        acting.perform(ACTION, alice, order=make_order(mira, days=since))
    assert (refused.value.code, refused.value.status) == (code, 422)
    assert not LoggedAction.objects.exists()


def test_the_form_keeps_the_day_that_was_typed(troll, mira):
    page = act(open_as(mira), troll, "remove_since", since="2999-01-01")
    assert page.status_code == 422
    assert 'value="2999-01-01"' in page.content.decode()


def test_it_takes_no_more_queries_for_more_texts(troll, mira, django_assert_max_num_queries):
    for number in range(20):
        game = GameFactory(first=mira, second=troll)
        chat.send(troll, game_id=game.pk, text=f"Woodpusher {number}!")
    with django_assert_max_num_queries(60):
        acting.perform(ACTION, troll, order=make_order(mira))
    assert not Message.objects.filter(removed_at=None).exclude(text="Good luck!").exists()

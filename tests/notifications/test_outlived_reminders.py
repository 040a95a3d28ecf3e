"""Reminders of turns that were played long ago are told apart in one query: most reminders come to this."""

from notifications import holding
from notifications.models import Kind, Notice
from tests.factories import GameFactory, play_turns


def list_first_reminders(games) -> list[Notice]:
    """By mail, of the first turn of each."""
    wanted = Notice.objects.filter(kind=Kind.DEADLINE_NEAR, channel="mail", payload__threshold="6h")
    return [wanted.order_by("pk").filter(payload__game=game.pk)[0] for game in games]


def test_one_query_finds_which_turns_have_been_played(db, django_assert_num_queries):
    games = [GameFactory() for _ in range(6)]
    for game in games[:4]:
        play_turns(game, game.position.legal_moves()[0])
    reminders = list_first_reminders(games)
    with django_assert_num_queries(1):
        outlived = holding.find_outlived(reminders)
    assert outlived == dict.fromkeys(reminders[:4], "The turn has passed.")


def test_they_are_dropped_when_they_come_due_and_the_others_sent(db, deliver):
    games = [GameFactory(), GameFactory()]
    play_turns(games[0], games[0].position.legal_moves()[0])
    deliver()
    gone, sent = list_first_reminders(games)
    told = {address for mail in deliver(now=sent.due_at) for address in mail.to}
    assert (gone.recipient.email in told, sent.recipient.email in told) == (False, True)
    for notice, state, why in ((gone, "dropped", "The turn has passed."), (sent, "sent", "")):
        notice.refresh_from_db()
        assert (notice.state, notice.last_error) == (state, why)


def test_rows_of_before_deadlines_were_written_down_are_of_the_present_one(db):
    reminders = list_first_reminders([GameFactory()])
    del reminders[0].payload["deadline"]
    assert holding.find_outlived(reminders) == {}

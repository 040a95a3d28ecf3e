"""A kind of notice that no other file of the site knows: by push only for who asks for it, and never by pager."""

from django.dispatch import receiver

from core.words import Sentence
from games import events
from games.models import Seat
from notifications.contract import Way
from notifications.routing.writing import make, write
from notifications.wording.games import OfGame, describe_game, load_game


class ResultSeen(OfGame):
    label = "A result was entered in the book"
    ways = {"push": Way.OFF, "pager": Way.NEVER}
    sentence = Sentence("result_seen", "The book has your result against {who}")

    def describe(self, notice, *, now):
        return describe_game(load_game(notice), notice, now=now)

    def write_feed_item(self, game, *, user, known):
        return {"title": f"{user.username}'s book", "link": "/", "description": "", "pubdate": game.turn_started_at}


kind = ResultSeen()


@receiver(events.result_changed)
def on_result_changed(*, game_id, after, **_):
    if after is None:
        return
    players = Seat.objects.filter(game=game_id).values_list("user_id", flat=True)
    write(*(make(kind.name, key=f"book:{game_id}", recipient_id=one, payload={"game": game_id}) for one in players))

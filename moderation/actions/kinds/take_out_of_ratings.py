"""Takes a rated game out of the ratings, or puts it back."""

from django.utils.translation import gettext_lazy as _

from games import play
from games.models import Game, RatedGame
from games.play.rated_by_staff import RATED_OUT
from moderation.actions.contract import GameAction, Order
from moderation.models import LoggedAction


class TakeOutOfRatings(GameAction):
    done_as = (RATED_OUT,)
    label = _("Take out of the ratings")
    explanation = _(
        "The game keeps its result and stays in both records, but changes nobody’s rating; if it is still going on, it"
        " won’t once it ends. Both are told."
    )
    reverse = _("Put it back into the ratings")
    done = _("Staff have taken this game out of the ratings")
    undone = _("Staff have put this game back into the ratings")
    reverse_hint = _("It counts as before, and both ratings are computed again with it.")
    order = 45

    def offers(self, game: Game) -> bool:
        return game.rated and not RatedGame.objects.filter(game=game).exclude(taken_out_at=None).exists()

    def act(self, game: Game, order: Order, *, case: play.Case) -> None:
        play.take_out(game.pk, case=case, **self.tell_staff(order))

    def undo(self, game: Game, logged: LoggedAction, order: Order, *, case: play.Case) -> None:
        play.put_back(game.pk, case=case, **self.tell_staff(order))


kind = TakeOutOfRatings()

"""A kind of first that the site does not have: the first game of three turns."""

from django.db.models import Exists

from core.words import Sentence
from games.firsts.contract import First, earlier_seats

SAID = Sentence("first_of_three", "Your first game with {n} turns.")


class FirstOfThree(First):
    order = 1

    def may_be(self, end):
        return end.game.ply == 3

    def is_new(self, asked):
        return ~Exists(earlier_seats(asked).filter(game__ply=asked.ply))

    def tell(self, end):
        return SAID(n=end.game.ply)


kind = FirstOfThree()

"""A puzzle that a player thinks is wrong. The report is about the computer that found it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from computers.models import Computer
from core.numbers import LARGEST
from core.words import Sentence
from engine import drawing
from moderation.things.contract import Thing, ThingKind
from records import puzzles
from records.models import Puzzle

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

HEADING = Sentence("heading", "Report puzzle {number}")


class ShownPuzzle(ThingKind):
    label = _("puzzle")
    reasons = ("puzzle",)

    def find(self, reporter: User, pk: int) -> Thing:
        puzzle = puzzles.list_shown().filter(pk=pk).first() if pk <= LARGEST else None
        finder = find_finder(puzzle) if puzzle else None
        if puzzle is None or finder is None:
            raise Http404
        place = f"/puzzles/{puzzle.pk}/"
        return Thing(
            self.name, puzzle.pk, HEADING(number=puzzle.pk), (finder,), keep=lambda: keep_puzzle(puzzle), place=place
        )

    def tell(self, kept: dict[str, Any]) -> Iterable[tuple[StrOrPromise, str]]:
        yield _("Puzzle"), str(kept["number"])
        yield _("Position"), kept["position"]
        yield _("Won within"), str(kept["within"])
        yield _("Board"), kept["board"]


def find_finder(puzzle: Puzzle) -> User | None:
    """Returns the strongest computer of the puzzle's game, which found it, or None if no computer plays the game."""
    found = Computer.objects.filter(ruleset_slug=puzzle.ruleset_slug).select_related("user").order_by("-pk").first()
    return found.user if found else None


def keep_puzzle(puzzle: Puzzle) -> dict[str, Any]:
    ruleset = puzzles.find_ruleset(puzzle)
    return {
        "number": puzzle.pk,
        "game": puzzle.game_id,
        "position": puzzle.position_text,
        "within": puzzle.within,
        "board": drawing.draw_text_board(ruleset, ruleset.read(puzzle.position_text)),
    }


kind = ShownPuzzle()

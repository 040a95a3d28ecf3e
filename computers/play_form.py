"""The form that starts a game against a computer, with the levels of a game: drawn once for each value it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.template.context import Context
from django.utils.safestring import SafeString

from computers.shown_strength import Shown, read_for
from computers.starting import list_open_levels
from computers.words import levels as words
from core.words import Said
from engine.contract import Ruleset
from engine.level import Level
from engine.search.playing import list_levels
from games.templatetags.fragments import fragment


class Offered(NamedTuple):
    """A level as it is offered."""

    name: str
    label: Said
    is_open: bool
    """Whether a visitor may play it without an account."""
    label_for_visitor: Said


class PlayForm(NamedTuple):
    """The form that starts a game against the computer: all that its fragment shows besides the marks of forms."""

    ruleset: Ruleset
    levels: tuple[Level, ...]
    """The weakest first."""
    strengths: tuple[Shown, ...]
    """How strong its levels are, as far as that is known and the reader wants to know."""
    is_member: bool
    """Whether the reader has an account; everybody else plays as a guest."""
    is_first: bool
    """Whether it is the first of what can be done with the game."""
    chosen: str
    """The name of the level to begin with; empty for the first."""
    label: str
    """What the button says, where it does not come first; empty for the usual words."""

    @property
    def offered(self) -> list[Offered]:
        known = {shown.level: shown for shown in self.strengths}
        free = list_open_levels(self.ruleset)
        return [
            offer(level, number=number, is_open=level.name in free, strength=known.get(level.name))
            for number, level in enumerate(self.levels, 1)
        ]


def show_form(
    context: Context,
    ruleset: Ruleset,
    *,
    first: bool = False,
    chosen: str = "",
    label: str = "",
    strengths: Sequence[Shown] | None = None,
) -> SafeString:
    """The form that starts a game against the computer. `strengths` are given where only members are shown it; else
    its `user` may want to know."""
    user = context.get("user")
    known = read_for(user) if strengths is None else strengths
    is_member = strengths is not None or bool(user and user.is_authenticated)
    levels, own = tuple(list_levels(ruleset)), tuple([each for each in known if each.slug == ruleset.slug])
    marks = {name: context.get(name) for name in ("csrf_token", "writer", "form_key")}
    return fragment("computers/_play.html", PlayForm(ruleset, levels, own, is_member, first, chosen, label), **marks)


def offer(level: Level, *, number: int, is_open: bool, strength: Shown | None) -> Offered:
    told: dict[str, Any] = {"number": number, **(strength.figures if strength else {})}
    if level.word:
        told["level"] = level.word()
        with_word = words.LEVEL_LIKE, words.LEVEL_OF_MEMBERS_LIKE
        label, closed = with_word if strength else (words.LEVEL, words.LEVEL_OF_MEMBERS)
    else:
        numbered = words.NUMBERED_LIKE, words.NUMBERED_OF_MEMBERS_LIKE
        label, closed = numbered if strength else (words.NUMBERED, words.NUMBERED_OF_MEMBERS)
    return Offered(level.name, label(**told), is_open, (label if is_open else closed)(**told))

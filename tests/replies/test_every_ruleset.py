"""Turns by mail in every ruleset and every version of its rules, however a keyboard or a mail program writes them."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import registry as rulesets
from engine.contract import Option, Position
from replies.acting import registry as commands
from replies.acting.commands.turn import read_turn
from replies.acting.contract import Deed
from replies.acting.tidying import split_number, tidy
from replies.mails.lines import find_lines
from replies.mails.parsing import parse
from replies.mails.text import read_text
from replies.models import Reply
from replies.receiving import Outcome
from tests.answering import Got, write_answer
from tests.factories import GameFactory
from tests.replies import desk

AT = datetime(2026, 11, 27, 12, tzinfo=UTC)
GOT = Got(1, "alice@example.org", "your_turn", "turn+abc@reply.example.org", "Your turn", "It’s your turn.\nLink", AT)
MOST_PLIES = 60
TURNS_OF_ONE = 12
"""So many of the legal turns of a position are written."""
WAYS = {
    "as the page shows it": lambda turn: turn,
    "with a full stop": lambda turn: f"{turn}.",
    "in bold": lambda turn: f"*{turn}*",
    "in quotation marks": lambda turn: f"“{turn}”",
    "with a long dash": lambda turn: turn.replace("-", "–"),
    "with a minus": lambda turn: turn.replace("-", "\u2212"),
    "with a cross": lambda turn: turn.replace("x", "×"),
    "with spaces": lambda turn: turn.replace("-", " - "),
    "with a large first letter": lambda turn: turn[:1].upper() + turn[1:],
    "numbered": lambda turn: f"1: {turn}",
}


def list_values(option: Option) -> list[object]:
    """Each value that the option may have; of one with several, none and all."""
    values = [choice.value for choice in option.choices]
    return [(), tuple(values)] if option.multiple else list(values)


def list_versions() -> Iterator[tuple[str, dict[str, object]]]:
    """Every ruleset with each combination of its options."""
    for ruleset in rulesets.all_rulesets():
        names = [option.name for option in ruleset.options]
        for values in product(*(list_values(option) for option in ruleset.options)):
            yield ruleset.slug, dict(zip(names, values, strict=True))


VERSIONS = [pytest.param(slug, options, id=f"{slug} {options}") for slug, options in list_versions()]


def play_on(slug: str, options: Mapping[str, object], *, lots: Random, plies: int) -> Position:
    """A position after so many random turns, or the last in which there is one."""
    position = rulesets.get(slug).start(**options)
    for _ in range(plies):
        after = position.play(lots.choice(list(position.legal_moves())))
        if not after.legal_moves():
            break
        position = after
    return position


def read_mail(line: str, position: Position) -> str:
    """The turn that comes of this line in a mail, above what it quotes; the line itself where none does."""
    mail = parse(write_answer(GOT, line, "", "Best wishes", sender=GOT.to))
    first, *_ = find_lines(read_text(mail))
    mark, number, rest = split_number(first)
    meant = tidy(rest if (mark, number) == ("", 1) else first)
    assert commands.find(meant).name == "turn", meant
    return read_turn(cast(Deed, SimpleNamespace(game=SimpleNamespace(position=position), line=meant)))


@pytest.mark.parametrize(("slug", "options"), VERSIONS)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, MOST_PLIES), way=st.sampled_from(sorted(WAYS)))
def test_a_turn_is_read_from_a_mail_as_it_was_meant(slug, options, seed, plies, way):
    lots = Random(seed)
    position = play_on(slug, options, lots=lots, plies=plies)
    legal = sorted(position.legal_moves())
    for turn in lots.sample(legal, min(len(legal), TURNS_OF_ONE)):
        assert read_mail(WAYS[way](turn), position) == turn


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize(("slug", "options"), VERSIONS)
@pytest.mark.late
def test_turns_of_both_are_played_by_mail(alice, boris, slug, options):
    lots = Random(f"{slug} {options}")
    game = GameFactory(ruleset_slug=slug, options=options, first=alice, second=boris)
    played = []
    for way in (*sorted(WAYS), *sorted(WAYS)):
        if game.is_over:
            break
        desk.post()
        mover = alice if game.side_to_move == game.seats.get(user=alice).side else boris
        played.append(lots.choice(sorted(game.position.legal_moves())))
        assert desk.answer(mover, WAYS[way](played[-1]), to="Your turn") is Outcome.DONE
        game.refresh_from_db()
        assert desk.turns_of(game) == played
    assert Reply.objects.filter(outcome="played").count() == len(played) > 1

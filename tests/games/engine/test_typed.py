"""Turns pasted from emails, pages and word processors are read as they are meant."""

from random import Random

import pytest

from engine import registry
from engine.contract import IllegalMove
from engine.typed import LONGEST, simplify
from tests.rows import each_row

INSTEAD = {
    "-": "\N{NON-BREAKING HYPHEN}\N{HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}",
    "x": "X\N{MULTIPLICATION SIGN}\N{MULTIPLICATION X}:\N{FULLWIDTH LATIN SMALL LETTER X}",
    "~": "\N{SMALL TILDE}\N{TILDE OPERATOR}\N{FULLWIDTH TILDE}",
    "*": "\N{ASTERISK OPERATOR}\N{FULLWIDTH ASTERISK}",
    "+": "\N{FULLWIDTH PLUS SIGN}",
    "@": "\N{FULLWIDTH COMMERCIAL AT}",
}
UNSEEN = (
    "\N{ZERO WIDTH SPACE}\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}\N{WORD JOINER}\N{SOFT HYPHEN}"
    "\N{ZERO WIDTH NO-BREAK SPACE}\N{LEFT-TO-RIGHT MARK}\N{RIGHT-TO-LEFT ISOLATE}"
    "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
)


def paste(text: str, *, rng: Random) -> str:
    """The turn as it may come out of a program that means well."""
    swapped = (rng.choice(INSTEAD.get(character, character)) for character in text)
    seen = "".join(f"{rng.choice(UNSEEN)}{each}{rng.choice(UNSEEN)}" for each in swapped)
    return rng.choice(("{}", "“{}”", "> {}", "\ufeff‘{}’\r\n")).format(seen)


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_any_turn_of_random_games_is_read_however_it_was_pasted(ruleset):
    rng = Random(11)
    for _ in range(8):
        position = ruleset.start()
        for _ in range(60):
            if position.outcome() or not (turns := position.legal_moves()):
                break
            turn = rng.choice(turns)
            assert position.canonical(paste(turn, rng=rng)) == turn
            position = position.play(turn)


@each_row("typed", ["\u200b" * 150, "d4\N{FRACTION SLASH}d5", "ﷺ" * 60, "Рd4-d5", "d4\N{COMBINING TILDE}-d5"])
@each_row("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_text_that_only_looks_like_a_turn_is_refused(ruleset, typed):
    with pytest.raises(IllegalMove):
        ruleset.start().canonical(typed)


@each_row("filler", [" ", "a", "\u0301\u0316", "\u200b", "d4-d5 "])
@each_row("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_text_that_is_longer_than_any_turn_is_refused_unread_and_says_so(ruleset, filler):
    turn = ruleset.start().legal_moves()[0]
    typed = turn + filler * (100_000 // len(filler))
    for read in (simplify, ruleset.start().canonical, ruleset.start().play):
        with pytest.raises(IllegalMove) as refused:
            read(typed)
        assert refused.value.code == "too_long"
        assert str(refused.value) == f"A turn has up to {LONGEST} characters, and this has {len(typed)}."
    assert ruleset.start().canonical(turn.ljust(LONGEST)) == turn

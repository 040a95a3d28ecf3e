"""Pictures of boards are put together from squares drawn before, and look the same as if drawn whole."""

from io import BytesIO
from random import Random

import pytest
from PIL import Image, ImageChops

from core.bounded_cache import Store
from engine import drawing, registry
from engine.drawing.frame import EDGE
from games.pictures import tiles


def play_at_random(ruleset, *, plies, seed):
    rng, position, move = Random(seed), ruleset.start(), None
    for _ in range(plies):
        if not (moves := position.legal_moves()):
            break
        move = rng.choice(moves)
        position = position.play(move)
    return position, move


@pytest.mark.long
@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_board_of_squares_is_the_board_drawn_as_a_whole(ruleset):
    """But for a trace where an ornament touches the edge of its square, and is smoothed on one side of it."""
    for plies, flipped in ((1, False), (25, True)):
        position, move = play_at_random(ruleset, plies=plies, seed=plies)
        svg = drawing.draw_board(ruleset, position, flipped=flipped, last_turn=move, standalone=True)
        width, height = 100 * ruleset.files, 100 * ruleset.ranks
        edge = f'viewBox="0 0 {width + EDGE} {height + EDGE}"'
        assert edge in svg
        shown = svg.replace(edge, f'viewBox="2 0 {width + tiles.MARGIN} {height + tiles.MARGIN}"', 1)
        whole = tiles.rasterise(shown, width=round((width + tiles.MARGIN) * tiles.SCALE))
        joined = tiles.compose(svg, ruleset, position, flipped=flipped, last_turn=move)
        assert joined.size == whole.size
        pairs = zip(joined.tobytes(), whole.tobytes(), strict=True)
        traces = sum(abs(one - other) > 8 for one, other in pairs)
        assert traces < len(whole.tobytes()) / 10_000


@pytest.mark.parametrize("ruleset", registry.all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_its_file_has_few_colours_and_looks_the_same(ruleset):
    position, move = play_at_random(ruleset, plies=25, seed=25)
    svg = drawing.draw_board(ruleset, position, flipped=False, last_turn=move, standalone=True)
    joined = tiles.compose(svg, ruleset, position, flipped=False, last_turn=move)
    file = tiles.encode(joined)
    shown = Image.open(BytesIO(file))
    assert (shown.mode, shown.size) == ("P", joined.size)
    assert len(file) < 30_000
    assert max(high for _, high in ImageChops.difference(shown.convert("RGB"), joined).getextrema()) <= 14


class Forgetful(Store):
    """Whatever is put in is gone before it can be asked for, as if another thread had pushed it out."""

    def _put(self, key, value):
        pass


@pytest.mark.long
def test_a_board_is_drawn_though_another_thread_forgets_the_squares_meanwhile(monkeypatch):
    ruleset = registry.get("mastery")
    position, move = play_at_random(ruleset, plies=3, seed=3)
    svg = drawing.draw_board(ruleset, position, flipped=False, last_turn=move, standalone=True)
    drawn = tiles.compose(svg, ruleset, position, flipped=False, last_turn=move)
    monkeypatch.setattr(tiles, "squares", Forgetful(most=0))
    assert tiles.compose(svg, ruleset, position, flipped=False, last_turn=move) == drawn

"""Draws a game as a GIF: one palette for all of it, each frame only what has changed.

Squares are cut once from drawings of boards and joined, as in pictures of positions; drawing each frame takes over ten
times as long.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine import drawing
from engine.contract import Position, Ruleset
from engine.drawing import glyphs
from engine.drawing.frame import EDGE, SQUARE, Frame
from games.pictures import tiles
from records.pictures.boards import draw_png
from records.pictures.look import Look

if TYPE_CHECKING:
    from PIL import Image

STEP, LAST, WHOLE, LEAST = 900, 5000, 60_000, 20
"""Milliseconds of a turn, of the last frame, of all at most, and the least that browsers show."""
COLOURS = 255
"""One of 256 is left to Pillow, for what has not changed."""


class Shown(NamedTuple):
    """One frame: the position and the turn that led to it."""

    position: Position
    turn: str | None


def measure_steps(frames: int) -> list[int]:
    """How long each frame is shown, in milliseconds, in tens as GIF has them."""
    if frames == 1:
        return [LAST]
    step = min(STEP, (WHOLE - LAST) // (frames - 1)) // 10 * 10
    return [max(step, LEAST)] * (frames - 1) + [LAST]


def draw_gif(ruleset: Ruleset, shown: Sequence[Shown], *, look: Look, result: str) -> bytes:
    """The frames one after another, for ever; over the last one stands the result, unless that is empty."""
    drawer = Drawer(ruleset, look)
    frames = list(drawer.draw_all(shown, result=result))
    content = io.BytesIO()
    frames[0].save(
        content,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=measure_steps(len(frames)),
        loop=0,
        optimize=True,  # else Pillow writes a palette into every frame
        disposal=1,
    )
    return content.getvalue()


def draw_still(ruleset: Ruleset, shown: Shown, *, look: Look) -> bytes:
    """One position as a GIF of one frame, joined from squares drawn before: for whoever waits for the animation."""
    from PIL import Image

    board = draw_png(ruleset, shown.position, last_turn=shown.turn, look=look)
    content = io.BytesIO()
    Image.open(io.BytesIO(board)).quantize(COLOURS).save(content, format="GIF", optimize=True)
    return content.getvalue()


def paint(picture: Image.Image, palette: Image.Image) -> Image.Image:
    """The picture in these colours, each pixel in the nearest."""
    from PIL import Image

    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


class Drawer:
    """Knows the squares of one animation."""

    def __init__(self, ruleset: Ruleset, look: Look) -> None:
        self.ruleset, self.look, self.scale = ruleset, look, look.scale(ruleset)
        self.frame = Frame(ruleset, flipped=look.flipped)
        self.edge = round(tiles.measure_edge(self.scale) * self.scale) if look.coordinates else 0
        self.side = round(SQUARE * self.scale)
        self.known: dict[tiles.Look, Image.Image] = {}

    def draw_all(self, shown: Sequence[Shown], *, result: str) -> Iterator[Image.Image]:
        looks = [self.find_looks(each) for each in shown]
        for each, squares in zip(shown, looks, strict=True):
            self.cut(each, squares)
        banner = self.draw_banner(result) if result else None
        whole = self.draw_first(shown[0])
        palette = self.make_palette(whole, banner)
        painted = {look: paint(tile, palette) for look, tile in self.known.items()}
        before: dict[str, tiles.Look] = {}
        canvas = paint(whole, palette)
        for number, squares in enumerate(looks, 1):
            for name, look in squares.items():
                if before.get(name) != look:
                    canvas.paste(painted[look], self.corner(name))
            before = squares
            if banner is not None and number == len(looks):
                place = ((canvas.width - banner.width) // 2, (canvas.height - self.edge - banner.height) // 2)
                canvas.paste(paint(banner, palette), place)
            yield canvas.copy()

    def find_looks(self, shown: Shown) -> dict[str, tiles.Look]:
        last = shown.turn if self.look.last else None
        return tiles.find_looks(self.ruleset, shown.position, self.frame, last, dark=self.look.dark)

    def cut(self, shown: Shown, squares: dict[str, tiles.Look]) -> None:
        """Cuts the squares that no earlier board had; a board is drawn for them alone."""
        new = {look: name for name, look in squares.items() if look not in self.known}
        svg = self.draw_board(shown) if new else ""
        for look, name in new.items():
            self.known[look] = tiles.cut_square(look, name, svg, self.frame, scale=self.scale).picture()

    def draw_board(self, shown: Shown) -> str:
        return drawing.draw_board(
            self.ruleset,
            shown.position,
            flipped=self.look.flipped,
            last_turn=shown.turn if self.look.last else None,
            standalone=True,
            dark=self.look.dark,
        )

    def draw_first(self, shown: Shown) -> Image.Image:
        """The whole of the first board, with its edge."""
        return tiles.compose(
            self.draw_board(shown),
            self.ruleset,
            shown.position,
            flipped=self.look.flipped,
            last_turn=shown.turn if self.look.last else None,
            scale=self.scale,
            dark=self.look.dark,
            edged=self.look.coordinates,
        )

    def make_palette(self, whole: Image.Image, banner: Image.Image | None) -> Image.Image:
        """The colours of all squares, of the edge and of the result."""
        from PIL import Image

        parts = [*self.known.values(), whole, *([banner] if banner else [])]
        strip = Image.new("RGB", (max(part.width for part in parts), sum(part.height for part in parts)))
        top = 0
        for part in parts:
            strip.paste(part, (0, top))
            top += part.height
        return strip.quantize(COLOURS)

    def corner(self, name: str) -> tuple[int, int]:
        x, y = self.frame.corner(name)
        return self.edge + round((x - EDGE) * self.scale), round(y * self.scale)

    def draw_banner(self, result: str) -> Image.Image:
        """The result in large signs on a dark plate."""
        width, height = 60 + 76 * len(result), 150
        signs = glyphs.write(result, x=width / 2, y=height / 2, height=84, paint="#ffffff", weight=0.9)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
            f'<rect width="{width}" height="{height}" fill="#1d5c57"/>{signs}</svg>'
        )
        wide = min(round(width * self.scale), self.side * self.ruleset.files)
        return tiles.rasterise(svg, width=wide)

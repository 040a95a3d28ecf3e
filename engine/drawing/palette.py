"""The colours of a drawing: the site's custom properties on a page, literal colours where a picture stands alone."""

from __future__ import annotations

from dataclasses import dataclass, fields

from engine.contract import Side


@dataclass(frozen=True, slots=True)
class Ink:
    """What a piece of one side is drawn with: its body, its outline, and what is drawn upon the body."""

    fill: str
    line: str
    detail: str


@dataclass(frozen=True, slots=True)
class Palette:
    """Paints by name, for SVG presentation attributes. The defaults are the light theme of the site."""

    paper: str = "#f6f3ec"
    muted: str = "#655f54"
    square_light: str = "#f0e8d6"
    square_dark: str = "#dccfb3"
    first: str = "#33393d"
    first_line: str = "#14181a"
    second: str = "#fffaf0"
    second_line: str = "#4d4536"
    coordinate: str = "#665a3f"
    mark_last: str = "#a87a08"
    mark_from: str = "#1d5c57"
    mark_to: str = "#2c7a73"
    mark_take: str = "#b23a31"
    mark_control: str = "#7446a8"
    mark_devour: str = "#a85a10"

    def ink(self, side: Side) -> Ink:
        """The sides differ by body and outline, and by what is drawn upon them: light on dark, dark on light."""
        if side is Side.FIRST:
            return Ink(self.first, self.first_line, self.second)
        return Ink(self.second, self.second_line, self.second_line)

    def mark(self, name: str) -> str:
        """The paint of a mark such as `from`; that of `to` for a name no palette knows."""
        attribute = name.replace("-", "_")
        return str(getattr(self, attribute, None) or getattr(self, f"mark_{attribute}", self.mark_to))


PAPER = Palette()
NIGHT = Palette(
    paper="#161817",
    muted="#aaa598",
    square_light="#6d6757",
    square_dark="#59543f",
    first="#14181a",
    first_line="#b9c2c6",
    second="#f3ecdb",
    second_line="#1d1a14",
    coordinate="#e6dfcb",
    mark_last="#e3b23c",
    mark_from="#84c9bd",
    mark_to="#8fd6ca",
    mark_take="#ff9d91",
    mark_control="#cfaaf5",
    mark_devour="#f2b263",
)
"""The dark theme of the site."""
PAGE = Palette(**{field.name: f"var(--{field.name.replace('_', '-')})" for field in fields(Palette)})

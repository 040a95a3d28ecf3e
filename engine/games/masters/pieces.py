"""The pieces of Masters on stone at dusk: ten kinds as badges, round shields for Ember, crystals for Frost.

Marks: a gold dot at the foot of what a cardinal shields; beside it or in its place a dot in the holder's colour and
shape where a puppeteer holds a piece, with a halo while that is only staged; in a corner of a witch's square what she
inherited or is offered. A scout marked `down` walks down the board as it is seen.
"""

from __future__ import annotations

from engine.contract import Piece, Side
from engine.drawing.palette import Ink, Palette
from engine.drawing.words import ROW
from engine.games.masters.rules import ruleset
from engine.words import Sentence, chain

PAINTS = {
    "square_light": "#c5bfcd",
    "square_dark": "#b2abbd",
    "first": "#7c2410",
    "first_line": "#2e0b04",
    "second": "#eef7fb",
    "second_line": "#143a5a",
    "coordinate": "#3f3850",
    "mark_last": "#7a5600",
}
NIGHT = {
    "square_light": "#524c62",
    "square_dark": "#454054",
    "first": "#7a2612",
    "first_line": "#f4b595",
    "second": "#dfedf4",
    "second_line": "#0f2c47",
    "coordinate": "#dad4e6",
    "mark_last": "#e3b23c",
}
GOLD = "#f2b705"
GOLD_LINE = "#4a3500"

ROUND = "M50 5A43 43 0 1 1 50 91A43 43 0 1 1 50 5Z"
CRYSTAL = "M50 1 91 24V72L50 95 9 72V24Z"
BODIES = (ROUND, CRYSTAL)
LEADERS = "GPW"
POINTED = "T"
NAMES = dict(
    zip(
        "GPCSAHDT",
        ["general", "puppeteer", "cardinal", "sentinel", "archer", "horseman", "dragon", "scout"],
        strict=True,
    )
)

# Icons within a square of 100, in one colour; a second path is painted over the first in the colour of the body.
ICONS = {
    "G": (  # a banner on its staff
        "M33 19H39V79H33ZM42 21H75L66 34 75 47H42Z",
        "",
    ),
    "P": (  # a puppet that hangs by its arms
        "M19 13H81V22H77L58 58 67 84H33L42 58 23 22H19ZM32 22 50 55 68 22ZM50 24A9 9 0 1 1 50 42A9 9 0 1 1 50 24Z",
        "",
    ),
    "W": (  # a pointed hat, its tip bent
        "M18 68Q34 60 38 57L48 25Q53 17 68 23L60 31 66 57Q70 61 82 68Q66 77 50 77Q34 77 18 68Z",
        "M38 58Q52 64 66 57L65 52Q52 58 40 52Z",
    ),
    "C": (  # a mitre with its cross
        "M50 17Q73 34 72 56L68 78H32L28 56Q27 34 50 17Z",
        "M47 32H53V42H62V48H53V62H47V48H38V42H47ZM33 68H67V72H32Z",
    ),
    "S": (  # a tower
        "M27 20H37V28H45V20H55V28H63V20H73V40L66 46V66L73 72V78H27V72L34 66V46L27 40Z",
        "M46 52H54V66H46Z",
    ),
    "A": (  # a bow, its arrow aslant
        "M22 18Q76 22 80 76L70 76Q65 33 22 28ZM24 28 70 74 66 76 22 32ZM19 74 57 36 64 43 26 81ZM52 26 82 16 72 46Z",
        "",
    ),
    "H": (  # a horse's head
        "M40 17 47 25Q72 27 74 78H38Q37 66 51 55Q42 55 36 58L31 66 22 62 24 52 36 33Z",
        "M41 36A3.5 3.5 0 1 1 41 43A3.5 3.5 0 1 1 41 36Z",
    ),
    "D": (  # a dragon, wings spread
        "M50 16 57 27 84 25Q75 37 76 57Q66 51 61 60Q55 52 53 62L57 72 50 82 43 72 47 62Q45 52 39 60"
        "Q34 51 24 57Q25 37 16 25L43 27Z",
        "M45 30H48V34H45ZM52 30H55V34H52Z",
    ),
    "T": (  # an arrow on its way
        "M50 24 72 54 58 51V74H42V51L28 54Z",
        "",
    ),
}
MARKS = (
    (Piece(None, "S", Side.SECOND, ("shielded",)), "", "shielded by a cardinal"),
    (Piece(None, "H", Side.SECOND), "claim", "a piece that can be claimed"),
    (Piece(None, "S", Side.SECOND, ("held",)), "", "held by Ember"),
    (Piece(None, "S", Side.FIRST, ("held",)), "", "held by Frost"),
    (Piece(None, "S", Side.SECOND, ("held", "staged")), "", "claimed in the turn you are entering"),
    (Piece(None, "W", Side.FIRST, ("witch-H",)), "", "a witch who moves as a horseman"),
    (Piece(None, "W", Side.FIRST, ("offer-S",)), "", "a witch who is offered the moves of a sentinel"),
    (None, "to", "where the chosen piece can go"),
    (Piece(None, "A", Side.SECOND), "take", "what it can take"),
    (None, "zone-first", "what Ember’s cardinal shields, or Ember’s puppeteer can claim"),
    (None, "zone-second", "what Frost’s cardinal shields, or Frost’s puppeteer can claim"),
)


SHIELDED = Sentence("shielded", "shielded")
HELD = Sentence("held", "held by the enemy")
MOVES_AS = Sentence("moves_as", "moves as {piece}")
IS_OFFERED = Sentence("is_offered", "is offered the moves of {piece}")
MARKS_OF = Sentence("marks_of", "({marks})")


def draw(piece: Piece, *, palette: Palette) -> str:
    """A badge with the icon of its kind, and what its marks say."""
    ink = palette.ink(piece.side)
    parts = [draw_badge(piece, ink)]
    for mark in piece.marks:
        if mark.startswith("witch-"):
            parts.append(draw_inherited(mark[-1], ink))
        elif mark.startswith("offer-"):
            parts.append(draw_inherited(mark[-1], ink, offered=True))
    shielded, held = "shielded" in piece.marks, "held" in piece.marks
    if shielded:
        parts.append(
            f'<circle cx="{30 if held else 50}" cy="91" r="8" fill="{GOLD}" stroke="{GOLD_LINE}" stroke-width="3"/>'
        )
    if held:
        holder = piece.side.other
        x = 55 if shielded else 50
        parts.append(draw_hold(palette.ink(holder), x, side=holder, staged="staged" in piece.marks))
    return "".join(parts)


def find_choice(token: str, side: Side) -> Piece | None:
    """What a scout becomes."""
    return Piece(None, token[1], side) if token[0] == "=" else None


def describe_marks(piece: Piece) -> str:
    """Such as '(shielded, held, moves as horseman)'."""
    plain = {"shielded": SHIELDED, "held": HELD}
    said = [plain[mark]() for mark in piece.marks if mark in plain]
    for mark in piece.marks:
        what, _, kind = mark.partition("-")
        if kind:
            said.append((MOVES_AS if what == "witch" else IS_OFFERED)(piece=ruleset.kinds[kind].lower()))
    return str(MARKS_OF(marks=chain(ROW, said))) if said else ""


def draw_badge(piece: Piece, ink: Ink) -> str:
    """A scout is smaller than the others and points the way it walks, a leader has a second rim."""
    kind, side = piece.kind, piece.side
    size = 0.84 if kind == "T" else 0.98
    body = (
        f'<path d="{BODIES[side]}" fill="{ink.fill}" stroke="{ink.line}" stroke-width="4.5" stroke-linejoin="round"/>'
    )
    rim = (
        f'<path transform="translate(50 48) scale(.86) translate(-50 -48)" d="{BODIES[side]}" fill="none"'
        f' stroke="{ink.detail}" stroke-width="3.5"/>'
    )
    turn = '<g transform="rotate(180 50 48)">' if kind == "T" and "down" in piece.marks else "<g>"
    place = f"translate({50 * (1 - size):g} {50 * (1 - size):g}) scale({size})"
    return f'<g transform="{place}">{body}{rim if kind in LEADERS else ""}{turn}{draw_icon(kind, ink)}</g></g>'


def draw_icon(kind: str, ink: Ink) -> str:
    path, cut = ICONS[kind]
    return f'<path d="{path}" fill="{ink.detail}"/>' + (f'<path d="{cut}" fill="{ink.fill}"/>' if cut else "")


def draw_inherited(kind: str, ink: Ink, *, offered: bool = False) -> str:
    """In the lower right corner what a witch has inherited, in the upper left and dashed what she is offered."""
    dashes = ' stroke-dasharray="7 5"' if offered else ""
    plate = (
        f'<rect x="2" y="2" width="96" height="96" rx="14" fill="{ink.detail}" stroke="{ink.line}" stroke-width="7"'
        f"{dashes}/>"
    )
    path, cut = ICONS[kind]
    icon = f'<path d="{path}" fill="{ink.fill}"/>' + (f'<path d="{cut}" fill="{ink.detail}"/>' if cut else "")
    return f'<g transform="translate({"0 0" if offered else "57 57"}) scale(.43)">{plate}{icon}</g>'


def draw_hold(ink: Ink, x: int, *, side: Side, staged: bool) -> str:
    """A mark at the foot: round for Ember's hold, a crystal for Frost's."""
    y = 86
    halo = f'<circle cx="{x}" cy="{y}" r="16" fill="none" stroke="{ink.fill}" stroke-width="3" stroke-dasharray="6 4"/>'
    shape = (
        f'<circle cx="{x}" cy="{y}" r="11"'
        if side is Side.FIRST
        else f'<path d="M{x} {y - 13}l11.5 6.5v13l-11.5 6.5l-11.5-6.5v-13z"'
    )
    return f'{halo if staged else ""}{shape} fill="{ink.fill}" stroke="{ink.detail}" stroke-width="4"/>'

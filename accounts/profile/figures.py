"""The figures of faces: for people a playing piece of three parts, for computers a die that shows their level.

Pure: a figure depends on numbers alone. Its ground is darker than any page by day and lighter than any by night, at
3:1, and the piece as much lighter than its ground. Each part is drawn around the middle, so every figure is symmetric.
"""

from __future__ import annotations

from math import isqrt

FIGURES = 12
"""How many figures somebody may choose from: number 0 is theirs from the start."""

GROUNDS = (
    ("#b2564b", "#fff3ef"),
    ("#a3632a", "#fff4e6"),
    ("#867320", "#fdf8dd"),
    ("#5b7f34", "#f4fbe8"),
    ("#2f8566", "#e9fbf2"),
    ("#2a8189", "#e6fafb"),
    ("#3a7aa6", "#eaf6ff"),
    ("#626fb8", "#f1f2ff"),
    ("#8a62b0", "#f8f0ff"),
    ("#a65787", "#fff0f8"),
)
"""The colours: that of the ground, and that of the piece on it."""
HEADS = (
    "M16 4a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9z",
    "M16 3l5 5-5 5-5-5z",
    "M16 4l5.5 9h-11z",
    "M10 5h12l-6 8z",
    "M11.5 4h9v9h-9z",
    "M9.5 4l3.5 4 3-5 3 5 3.5-4L21 13H11z",
    "M10 4h3v3h1.5V4h3v3H19V4h3v9H10z",
    "M8 10a3 3 0 1 1 6 0 3 3 0 1 1-6 0m10 0a3 3 0 1 1 6 0 3 3 0 1 1-6 0M13.5 5.5a2.5 2.5 0 1 1 5 0 2.5 2.5 0 1 1-5 0",
    "M9.5 13a6.5 6.5 0 0 1 13 0z",
    "M9.5 6h13a6.5 6.5 0 0 1-13 0z",
    "M16 4a2.5 2.5 0 0 1 1.6 4.4L19.5 13h-7l1.9-4.6A2.5 2.5 0 0 1 16 4z",
    "M14.2 3h3.6v3h3.2v3.4h-3.2V13h-3.6V9.4H11V6h3.2z",
    "M16 4l7 6v3.5L16 8l-7 5.5V10z",
    "M16 3c4 4 5.5 6 5.5 10h-11C10.5 9 12 7 16 3z",
    "M9 4a7 6 0 0 0 14 0v3a7 6 0 0 1-14 0z",
    "M12.5 4h7l3 4.5-3 4.5h-7l-3-4.5z",
)
BODIES = (
    "M13.5 14h5v7h-5z",
    "M14 14h4l3.5 7h-11z",
    "M10 14h12l-4 7h-4z",
    "M10.5 14h11L18 17.5l3.5 3.5h-11l3.5-3.5z",
    "M11 14h10c-2.5 2-2.5 5 0 7H11c2.5-2 2.5-5 0-7z",
    "M16 14a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7z",
    "M16 14l8 3.5-8 3.5-8-3.5z",
    "M11 14h3.5v7H11zm6.5 0H21v7h-3.5z",
    "M8 14.5h16v3h-5.5V21h-5v-3.5H8z",
    "M8 14l7 3.5L8 21zm16 0v7l-7-3.5z",
    "M10 14h12v2.8H10zm0 4.2h12V21H10z",
    "M9 21a7 7 0 0 1 14 0z",
    "M9 14h14a7 7 0 0 1-14 0z",
    "M7.5 17.5a2.5 2.5 0 1 1 5 0 2.5 2.5 0 1 1-5 0m12 0a2.5 2.5 0 1 1 5 0 2.5 2.5 0 1 1-5 0M14.5 14h3v7h-3z",
)
BASES = (
    "M8 22h16v6H8z",
    "M10.5 22h11l3.5 6H7z",
    "M10.5 22h11v2.8H25V28H7v-3.2h3.5z",
    "M7 28a9 6 0 0 1 18 0z",
    "M7 22h18v6h-5a4 4 0 0 0-8 0H7z",
    "M6 25a3 3 0 1 1 6 0 3 3 0 1 1-6 0m7 0a3 3 0 1 1 6 0 3 3 0 1 1-6 0m7 0a3 3 0 1 1 6 0 3 3 0 1 1-6 0",
    "M16 22l9 3.5V28l-9-2.5L7 28v-2.5z",
    "M7 22h18a9 6 0 0 1-18 0z",
    "M8 22h16l1.5 6H20l-4-3.5-4 3.5H6.5z",
    "M7 28l4.5-6 4.5 6 4.5-6 4.5 6z",
    "M8.5 22h15v2.4h-15zM7 25.6h18V28H7z",
    "M7 22h5v6H7zm6.5 0h5v6h-5zm6.5 0h5v6h-5z",
)
PIECES = len(GROUNDS) * len(HEADS) * len(BODIES) * len(BASES)
STEP = 16_619
"""Has no common divisor with PIECES, so that the first PIECES figures differ, and is near their golden section, so that
neighbours have little in common."""
APART = PIECES // FIGURES + 1
"""How many figures lie between two that an account may choose from, so that nobody else among as many accounts has one
of them from the start; the one more gives each another colour."""
MOST_PIPS = 25
DIE_GROUND, DIE_PIPS = "#6d7a82", "#f7fafb"
OPEN = '<svg class="face" viewBox="0 0 32 32" aria-hidden="true"'
"""The text beside it says whose it is."""


def draw_piece(number: int, figure: int = 0) -> str:
    """The figure of the account with this number, or another of those that it may choose from, as SVG."""
    ground, colour, parts = form_piece(number, figure)
    return f'{OPEN}><rect width="32" height="32" rx="7" fill="{ground}"/><path fill="{colour}" d="{parts}"/></svg>'


def form_piece(number: int, figure: int) -> tuple[str, str, str]:
    """The colours of ground and piece, and its outline."""
    left = (number + figure * APART) * STEP % PIECES
    left, colours = divmod(left, len(GROUNDS))
    left, head = divmod(left, len(HEADS))
    base, body = divmod(left, len(BODIES))
    return *GROUNDS[colours], HEADS[head] + BODIES[body] + BASES[base]


def draw_die(pips: int) -> str:
    """The figure of a computer: a die with as many pips as the number of its level; with a bar for a former level."""
    width, spots = form_die(min(pips, MOST_PIPS))
    return (
        f'{OPEN}><rect width="32" height="32" rx="7" fill="{DIE_GROUND}"/>'
        f'<path stroke="{DIE_PIPS}" stroke-width="{width:g}" stroke-linecap="round" d="{spots}"/></svg>'
    )


def form_die(pips: int) -> tuple[float, str]:
    """How large the pips are, and where they lie: in rows as even as can be, each around the middle."""
    if pips < 1:
        return 5, "M11 16h10"
    rows = isqrt(pips - 1) + 1 if pips > 3 else pips
    step = 24 / max(rows, 3)
    spots = []
    for row in range(rows):
        below = abs(2 * row - rows + 1)  # rows far from the middle are the longer ones
        spots.append((below, row))
    longer = {row for _, row in sorted(spots, reverse=True)[: pips % rows]}
    top = 16 - step * (rows - 1) / 2
    path = ""
    for row in range(rows):
        count = pips // rows + (row in longer)
        for place in range(count):
            path += f"M{16 + step * (place - (count - 1) / 2):g} {top + step * row:g}h0"
    return round(step * 0.68, 1), path

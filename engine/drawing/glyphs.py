"""Letters and digits as strokes, so that a board reads the same in every mail, picture and browser, without a font.

Each is a path on a grid 4 wide and 6 high with its top left at 0 0; small letters stand between heights 2 and 6.
"""

GLYPHS = {
    "-": "M.8 3.2H3.2",
    "/": "M3.6 0 .4 6",
    "a": "M3.6 2.2V6M3.6 4.1a1.7 1.9 0 1 0-3.4 0a1.7 1.9 0 1 0 3.4 0",
    "b": "M.4 0V6M.4 4.1a1.7 1.9 0 1 1 3.4 0a1.7 1.9 0 1 1-3.4 0",
    "c": "M3.5 2.9A1.8 1.9 0 1 0 3.5 5.3",
    "d": "M3.6 0V6M3.6 4.1a1.7 1.9 0 1 0-3.4 0a1.7 1.9 0 1 0 3.4 0",
    "e": "M.3 4.1H3.7A1.7 1.9 0 1 0 3.3 5.4",
    "f": "M3.4.2Q1.6-.4 1.6 1.6V6M.3 2.4H3",
    "g": "M3.6 2.2V6.2Q3.6 7.8 2 7.8Q1 7.8.4 7.2M3.6 4.1a1.7 1.9 0 1 0-3.4 0a1.7 1.9 0 1 0 3.4 0",
    "h": "M.5 0V6M.5 3.9Q.7 2.2 2.1 2.2Q3.6 2.2 3.6 4V6",
    "i": "M2 2.3V6M2 .5V.9",
    "j": "M2.4 2.3V6.3Q2.4 7.8.8 7.6M2.4.5V.9",
    "k": "M.5 0V6M3.3 2.3.5 4.6M1.6 3.7 3.6 6",
    "l": "M2 0V6",
    "0": "M2 0Q3.7 0 3.7 3T2 6Q.3 6 .3 3T2 0Z",
    "1": "M.6 1.3 2.3 0V6",
    "2": "M.4 1.4Q.7 0 2 0Q3.6 0 3.6 1.5Q3.6 2.5 2.4 3.6L.3 6H3.8",
    "3": "M.4.9Q1 0 2 0Q3.5 0 3.5 1.4Q3.5 2.8 1.6 2.8Q3.7 2.8 3.7 4.4Q3.7 6 2 6Q.8 6 .3 5",
    "4": "M2.9 6V0L.2 4.2H3.9",
    "5": "M3.5 0H.8L.6 2.6Q1.2 2.2 2 2.2Q3.7 2.2 3.7 4T1.9 6Q.8 6 .3 5.2",
    "6": "M3.3.4Q.3.4.3 4Q.3 6 2 6T3.7 4.1Q3.7 2.4 2 2.4Q.7 2.4.3 3.9",
    "7": "M.3 0H3.7Q1.9 2.8 1.5 6",
    "8": "M2 2.8Q.6 2.8.6 1.4T2 0T3.4 1.4T2 2.8Q.3 2.8.3 4.4T2 6T3.7 4.4T2 2.8Z",
    "9": "M.7 5.6Q3.7 5.6 3.7 2Q3.7 0 2 0T.3 1.9Q.3 3.6 2 3.6Q3.3 3.6 3.7 2.1",
    "A": "M.1 6 2 0 3.9 6M.8 4H3.2",
    "B": "M.4 0V6H2Q3.7 6 3.7 4.4T2 2.8H.4M2 2.8Q3.4 2.8 3.4 1.4T2 0H.4",
    "C": "M3.7 1Q3.1 0 2.1 0Q.3 0 .3 3T2.1 6Q3.1 6 3.7 5",
    "D": "M.4 0V6H1.6Q3.7 6 3.7 3T1.6 0Z",
    "E": "M3.6 0H.5V6H3.6M.5 2.9H3",
    "F": "M3.6 0H.5V6M.5 2.9H3",
    "G": "M3.6 1Q3 0 2 0Q.3 0 .3 3T2 6Q3.7 6 3.7 3.4H2.2",
    "H": "M.4 0V6M3.6 0V6M.4 2.9H3.6",
    "I": "M2 0V6",
    "J": "M3.2 0V4.4Q3.2 6 1.8 6Q.6 6 .4 4.8",
    "K": "M.4 0V6M3.6 0 .4 3.6M1.4 2.6 3.7 6",
    "L": "M.6 0V6H3.6",
    "M": "M.2 6V0L2 3.6 3.8 0V6",
    "N": "M.4 6V0L3.6 6V0",
    "O": "M2 0Q3.8 0 3.8 3T2 6Q.2 6 .2 3T2 0Z",
    "P": "M.4 6V0H2Q3.6 0 3.6 1.7T2 3.4H.4",
    "Q": "M2 0Q3.8 0 3.8 3T2 6Q.2 6 .2 3T2 0ZM2.4 4.4 3.8 6.4",
    "R": "M.4 6V0H2Q3.5 0 3.5 1.6T2 3.2H.4M1.8 3.2 3.7 6",
    "S": "M3.5 1Q3 0 2 0Q.5 0 .5 1.5T2 3T3.6 4.5T2 6Q.8 6 .3 5",
    "T": "M.1 0H3.9M2 0V6",
    "U": "M.4 0V4Q.4 6 2 6T3.6 4V0",
    "V": "M.1 0 2 6 3.9 0",
    "W": "M0 0 1 6 2 2 3 6 4 0",
    "X": "M.3 0 3.7 6M3.7 0 .3 6",
    "Y": "M.2 0 2 3 3.8 0M2 3V6",
    "Z": "M.4 0H3.6L.4 6H3.7",
}


def write(text: str, *, x: float, y: float, height: float, paint: str, weight: float = 0.75) -> str:
    """`text` as strokes, centred on (x, y), capitals `height` high. Characters without a glyph leave a gap."""
    scale = height / 6
    left = x - scale * (5.4 * len(text) - 1.4) / 2
    paths = "".join(
        f'<path transform="translate({5.4 * place:g} 0)" d="{GLYPHS[letter]}"/>'
        for place, letter in enumerate(text)
        if letter in GLYPHS
    )
    return (
        f'<g transform="translate({left:.5g} {y - height / 2:.5g}) scale({scale:.4g})" fill="none" stroke="{paint}"'
        f' stroke-width="{weight}" stroke-linecap="round" stroke-linejoin="round">{paths}</g>'
    )

"""What a line looks like by itself, in whichever game: a turn, a word that asks for something, or plain prose.

Nothing here knows the position. What looks like a turn may still be none; what looks like prose is no turn of any
ruleset, since every turn names a square.
"""

from __future__ import annotations

import re
import unicodedata

from engine import pasted

LONGEST_TURN = 80
TILDES = re.compile("[\u02dc\u223c\u301c\uff5e]")
"""Before the normal form, which makes a space and a combining mark of the small one."""
MARKS = "'\"`“”„‘’‚«»‹›"
STRESS = "*_"
"""How bold or italic letters become plain text. A star before a turn alone belongs to it."""
NUMBERED = re.compile(
    r"(?:(?:game|no|nr|spiel|partie|partida|partita|jogo|partij|spel|gra)\b\.?\s*)?(#?)[(\[]?(\d{1,18})"
    r"(?:\s*[:.)\]]+|\s+-(?=\s))\s*(.*)",
    re.DOTALL | re.IGNORECASE,
)
STRESSED_NUMBER = re.compile(r"([*_]{1,3})([^*_]{1,40}[:.)])\1\s*(.*)", re.DOTALL)
"""A number in bold letters before a turn that is not."""
DIGIT = re.compile(r"\d")
BULLETS = re.compile(r"(?:[-•·‣◦▪●○■–—*]\s+)+")
SMILEY = re.compile(r"(?:[:;]-?'?[)(DPp|/\\]+|\^\^|[\u2600-\u27bf\u2b50\U0001f000-\U0001faff][\u200d\ufe0f]?)\Z")
BRACKETS = re.compile(r"[\[({<]+([^\[\](){}<>]{1,80})[\])}>]+")
_SQUARE = re.compile(r"(?<![A-Za-z\d])[A-Za-z]{0,2}[a-z]\d{1,2}(?=x|[^A-Za-z\d]|\Z)", re.IGNORECASE)
_OF_A_TURN = re.compile(r"[A-Za-z0-9~*+@=:,;x×→()#/!?. _'\-]+")
_WORD = re.compile(r"[A-Za-z]{4,}")
COMMAND = re.compile(
    r"(?:i\s+)?resign(?:\s+yes)?|draw\??|offer\s+(?:a\s+)?draw|note[:,]?\s.*", re.IGNORECASE | re.DOTALL
)
ANSWER = re.compile(r"(?:yes|no|accept|decline|i accept|i decline)\b[\s\w'’,.!-]{0,60}", re.IGNORECASE)
MOST_WORDS = 3
"""Of an answer or a command that stands right below a server’s warning: “I accept”, “Offer a draw”."""
_DOUBT = re.compile(
    r"\b(?:not|don[’']?t|won[’']?t|can[’']?t|cannot|never|if|unless|may|maybe|might|perhaps|could|would|should|instead|or|"
    r"wait|later|forget|scrap|stop|hold|kidding|joke|suppose|imagine|for example|what about|which|wrong|"
    r"mistake|cancel|ignore|undo|legal|illegal|allowed|possible|think|thinking|draw|resign|offers?|"
    r"accept|decline|agree|previous|nicht|kein|wenn|falls|vielleicht|oder|spät\w+|statt|pas|peut-être|ou|si|quizás?|"
    r"no|nor|nope|ne|ni|jamais|nunca|jamás|mai|ningun[oa]?|todavía|aún|ainda|ancora|encore|noch|nooit|geen|nog|jeszcze|"
    r"keine\w*|niemals|falsch\w*|disregard|retract|withdraw|take back|scratch|oops|before|after|consider\w*|refused?|"
    r"why|how|what|threat\w*|ignor\w*|annul\w*|не|нет|ще|ещё|ikke|inte|ei|nem|yok|değil|"
    r"non|se|forse|não|talvez|niet|misschien|als|nie|może|jeśli|lub|quote[ds]?|wrote|said|says?|played|last)\b",
    re.IGNORECASE,
)
"""Words after which a turn may be one that is talked of and not one that is played."""


def make_plain(line: str) -> str:
    """The line with plain dashes, tildes, crosses and spaces."""
    if line.isascii():
        return " ".join(line.split())
    normal = unicodedata.normalize("NFKC", TILDES.sub("~", line))
    return " ".join(pasted.make_plain(normal).replace("×", "x").replace("→", "-").split())


def find_stressed(line: str) -> str:
    """What stands between the same signs of stress; empty where there are none, or nothing within."""
    end = len(line.rstrip(STRESS))
    sign = line[end:]
    return line[len(sign) : end] if sign and line.startswith(sign) else ""


def strip_smileys(line: str) -> str:
    """The line without smileys at its end, ten at most."""
    for _ in range(10):
        line = line.rstrip()
        if not (found := SMILEY.search(line)):
            break
        line = line[: found.start()]
    return line


def split_number(line: str) -> tuple[str, int | None, str]:
    """What `2: a2-a3`, `2. a2-a3` or `Game 2: a2-a3` says: how it is numbered (`#` for the number of a game), the
    number, and the rest; None for a line without one."""
    bare = BULLETS.sub("", make_plain(line), count=1) if BULLETS.match(line.strip()) else line.strip()
    for each in (bare, make_plain(bare)):
        if number := STRESSED_NUMBER.fullmatch(each):
            each = f"{number[2]} {number[3]}"
        elif stressed := find_stressed(each):
            each = stressed
        if found := NUMBERED.fullmatch(each):
            return found[1], int(found[2]), found[3]
    return "", None, line


def names_square(line: str) -> bool:
    return _SQUARE.search(line) is not None


def is_bare(line: str) -> bool:
    """Whether the line is nothing but what may be a turn, maybe with a number, a bullet, brackets or a smiley."""
    if len(line) > 2 * LONGEST_TURN or not DIGIT.search(line):
        return False
    plain = strip_smileys(make_plain(line)).strip(MARKS + " ")
    *_, rest = split_number(plain)
    if inside := BRACKETS.fullmatch(rest):
        rest = inside[1]
    is_short = 2 <= len(rest) <= LONGEST_TURN and bool(_OF_A_TURN.fullmatch(rest)) and not _WORD.search(rest)
    if not is_short or not names_square(rest):
        return False
    return all(len(word) < 2 or not word.isalpha() for word in rest.replace("-", " - ").split())


def asks(line: str) -> bool:
    """Whether the line asks for something by itself: a turn, or one of the words that an answer may have."""
    if len(line) > 2 * LONGEST_TURN:
        return bool(COMMAND.fullmatch(split_number(line[: 2 * LONGEST_TURN])[2]))
    *_, rest = split_number(line)
    word = strip_smileys(make_plain(rest)).strip(MARKS + " .!,*_")
    return is_bare(line) or bool(COMMAND.fullmatch(word) or COMMAND.fullmatch(rest) or ANSWER.fullmatch(word))


def asks_shortly(line: str) -> bool:
    """The same, where it stands among the sentences of a server, which may begin as an answer does: “No action is
    needed.”"""
    return asks(line) and (is_bare(line) or len(line.split()) <= MOST_WORDS)


def is_prose(line: str) -> bool:
    """Whether the line can be left out above a turn: a greeting, a name, a label. Where it may change what the turn
    means, or was meant as one itself, it stays, and its writer is asked."""
    return not (names_square(line) or is_doubtful(line) or split_number(line)[1] is not None)


def is_doubtful(line: str) -> bool:
    return _DOUBT.search(line) is not None or any(sign in line for sign in "?¿？؟")

"""Reads the sentences that tell a turn, and rebuilds from them what changed on the board.

The regular expressions are made from the sentences. A piece is known by the square, the kind and the side that the
sentence names, so that one that names a wrong piece is found.
"""

import re
from functools import cache
from importlib import import_module

from engine.telling import Happening

PATTERNS = {"piece": r"[A-Z]\w+", "pieces": r"\w+", "taken": r"[A-Z]\w+"}
SQUARE = r"[a-l][0-9]+"
NUMBER = r"[1-6]"


class Board:
    """What the sentences speak of: (kind, side, face) by square, who holds which square, whose witch has what."""

    def __init__(self, position, ruleset):
        self.kinds = ruleset.kinds
        self.pieces = {piece.square: (piece.kind, piece.side, find_face(piece)) for piece in position.pieces()}
        self.holds = [None, None]
        self.movesets = [None, None]
        self.offer = None
        if ruleset.slug == "masters":
            name = position.tables and import_module("engine.games.masters.movement").NAME
            self.holds = [name.get(hold) if hold else None for hold in position.holds]
            self.movesets = [moveset or None for moveset in position.movesets]
            self.offer = position.offer or None

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return repr(vars(self))

    def move(self, start, end, *, owner, piece):
        kind, side, face = self.pieces.pop(start)
        assert (self.kinds[kind], side) == (piece, owner), "a sentence names a wrong piece"
        assert end not in self.pieces, "a piece went where another one stood, and no sentence said so"
        self.pieces[end] = kind, side, face
        self.holds = [end if hold == start else hold for hold in self.holds]

    def take(self, square, *, owner, piece):
        kind, side, _ = self.pieces.pop(square)
        assert (self.kinds[kind], side) == (piece, owner), "a sentence names a wrong piece"
        self.holds = [None if hold == square else hold for hold in self.holds]
        if kind == "W":
            self.movesets[side] = None

    def find_kind(self, name):
        return next(kind for kind, known in self.kinds.items() if known == name)


def find_face(piece):
    return next((mark for mark in piece.marks if mark.startswith("face-")), None)


def read_sentences(ruleset, told, *, reader, mover):
    """What each sentence of a text says: the name of its happening and its arguments, in order.

    The longest sentence that fits is taken, as somebody who reads it would.
    """
    found, rest = [], told
    known = list_sentences(ruleset, reader, mover)
    while rest:
        fits = [(match.end(), name, match.groupdict()) for name, pattern in known if (match := pattern.match(rest))]
        assert fits, f"no sentence is known that begins like “{rest}”"
        end, name, arguments = max(fits, key=lambda fit: (fit[0], fit[1]))
        found.append((name, arguments))
        rest = rest[end:].lstrip()
    return found


@cache
def list_sentences(ruleset, reader, mover):
    """The happenings of a game by name, each as a pattern of its sentence for this reader."""
    module = import_module(f"engine.games.{ruleset.slug}.telling")
    happenings = {name: value for name, value in vars(module).items() if isinstance(value, Happening)}
    names = {"mover": ruleset.sides[mover], "other": ruleset.sides[mover.other]}
    return [(name, compile_sentence(getattr(value, reader.value).text, names)) for name, value in happenings.items()]


def compile_sentence(text, names):
    """The pattern of a sentence. The names of the two sides stand in it, everything else is found."""

    def group(match):
        name = match[1]
        pattern = PATTERNS.get(name) or (NUMBER if name in ("face", "shown") else SQUARE)
        return names.get(name) or f"(?P<{name}>{pattern})"

    escaped = re.sub(r"\\([{}])", r"\1", re.escape(text))
    return re.compile(re.sub(r"\{(\w+)\}", group, escaped))


def replay(board, told, *, ruleset, reader, mover):
    """Does to the board what the sentences say. The names of what they said besides come back, as of power lost."""
    said = []
    for name, arguments in read_sentences(ruleset, told, reader=reader, mover=mover):
        act = globals().get(f"do_{name.lower()}")
        if act:
            act(board, arguments, mover)
        else:
            said.append(name)
    return said


def go(board, said, *, owner, victim=None):
    if victim is not None:
        board.take(said["end"], owner=victim, piece=said["taken"])
    board.move(said["start"], said["end"], owner=owner, piece=said["piece"])


def do_moved(board, said, mover):
    go(board, said, owner=mover)


def do_captured(board, said, mover):
    go(board, said, owner=mover, victim=mover.other)


def do_devoured(board, said, mover):
    go(board, said, owner=mover, victim=mover)


def do_controlled(board, said, mover):
    go(board, said, owner=mover.other)


def do_controlled_to_capture(board, said, mover):
    go(board, said, owner=mover.other, victim=mover.other)


def do_held_moved(board, said, mover):
    assert board.holds[mover] == said["start"]
    go(board, said, owner=mover.other)


def do_held_captured(board, said, mover):
    assert board.holds[mover] == said["start"]
    go(board, said, owner=mover.other, victim=mover.other)


def do_returned(board, said, mover):
    assert said["square"] not in board.pieces
    board.pieces[said["square"]] = board.find_kind(said["piece"]), mover, None


def do_turned(board, said, mover):
    kind, side, face = board.pieces[said["square"]]
    assert (kind, side, face) == ("P", mover, f"face-{said['shown']}")
    board.pieces[said["square"]] = kind, side, f"face-{said['face']}"


def do_claimed(board, said, mover):
    kind, side, _ = board.pieces[said["square"]]
    assert (board.kinds[kind], side) == (said["piece"], mover.other)
    board.claimed = board.holds[mover]
    board.holds[mover] = said["square"]


def promote(board, said, owner):
    assert board.pieces[said["square"]][:2] == ("T", owner)
    board.pieces[said["square"]] = board.find_kind(said["piece"]), owner, None


def do_promoted(board, said, mover):
    promote(board, said, mover)


def do_held_promoted(board, said, mover):
    promote(board, said, mover.other)


def end_hold(board, said, *, holder, owner):
    kind, side, _ = board.pieces[said["square"]]
    assert (board.kinds[kind], side) == (said["piece"], owner)
    if vars(board).get("claimed") == said["square"]:  # the hold that a new claim replaced
        board.claimed = None
        return
    assert board.holds[holder] == said["square"]
    board.holds[holder] = None


def do_released(board, said, mover):
    end_hold(board, said, holder=mover, owner=mover.other)


def do_freed(board, said, mover):
    end_hold(board, said, holder=mover.other, owner=mover)


def answer(board, said, mover):
    assert board.kinds[board.offer[0]] == said["piece"]
    return board.offer[0]


def do_accepted(board, said, mover):
    board.movesets[mover] = answer(board, said, mover)


def do_declined(board, said, mover):
    answer(board, said, mover)


def do_offered(board, said, mover):
    board.new_offer = board.find_kind(said["piece"])


def do_offered_and_must(board, said, mover):
    board.new_offer = f"{board.find_kind(said['piece'])}!"


def settle(board):
    """At the end of a turn an offer that was open is answered or has passed."""
    board.offer = vars(board).pop("new_offer", None)
    left = vars(board).pop("claimed", None)
    assert left is None, "a hold was replaced, and no sentence said so"
    return board

"""Single-rule cases of Masters: what a case is, then moves, auras, witch and promotion."""

from dataclasses import dataclass, field

FILES = "abcdefghij"
FAR = " Ga1 ga12"
"""A general each, out of the way, so that no game is over."""


@dataclass(frozen=True)
class Case:
    """One position that shows one rule: turns it allows, turns it refuses (with what the sentence says), what follows.

    `after` gives holds, movesets and offer after a turn; `ends` the winner after it (the empty turn: as it stands).
    """

    rule: str
    pieces: str
    side: str = "e"
    holds: str = "-/-"
    movesets: str = "-/-"
    offer: str = "-"
    legal: str = ""
    refused: str = ""
    says: str = ""
    after: dict[str, str] = field(default_factory=dict)
    ends: dict[str, str | None] = field(default_factory=dict)
    reads: dict[str, str] = field(default_factory=dict)


def write_position(case):
    board = {piece[1:]: piece[0] for piece in case.pieces.split()}
    ranks = []
    for rank in range(12, 0, -1):
        row = "".join(board.pop(f"{file}{rank}", ".") for file in FILES)
        for length in range(10, 0, -1):
            row = row.replace("." * length, str(length))
        ranks.append(row)
    assert not board, f"no such square: {board}"
    return f"{'/'.join(ranks)} {case.side} {case.holds} {case.movesets} {case.offer}"


CASES = [
    Case("blocked by own pieces", "Sd4 Td6 Hf4" + FAR, legal="Sd4-d5 Sd4-e4", refused="Sd4-d7 Sd4-g4"),
    Case("blocked by own pieces", "Sd4 Td6" + FAR, refused="Sd4-d6 Sd4xd6", says="own piece"),
    Case("takes by ending on an enemy's square", "Sd4 td6" + FAR, legal="Sd4xd6", after={"Sd4xd6": "-/- -/- -"}),
    Case("takes by ending on an enemy's square", "Sd4 td6" + FAR, refused="Sd4-d7"),
    Case("takes by ending on an enemy's square", "Sd4 td6" + FAR, refused="Sd4-d6", says="write x"),
    Case("takes by ending on an enemy's square", "Sd4 td6" + FAR, refused="Sd4xd5", says="nothing to capture"),
    Case("a horseman leaps", "Hd4 Td5 te4 Tc4 td3" + FAR, legal="Hd4-e6 Hd4-f5 Hd4-b3 Hd4-c2", refused="Hd4-d6"),
    Case("a dragon flies over own pieces", "Dd4 Td5 td8 Se4" + FAR, legal="Dd4-d6 Dd4xd8 Dd4-f4 Dd4-h8"),
    Case("a dragon flies over own pieces", "Dd4 Td5 td8" + FAR, refused="Dd4-d5 Dd4-d9"),
    Case("no other flies", "Sd4 Td5 Ag4 Th5" + FAR, refused="Sd4-d6 Ag4-i6"),
    Case("a scout goes forward and takes diagonally", "Td4 te5 tc5" + FAR, legal="d4-d5 d4xe5 d4xc5"),
    Case("a scout goes forward and takes diagonally", "Td4 te5" + FAR, refused="d4-d3 d4-d6 d4-e4 d4-c5"),
    Case("a scout goes forward and takes diagonally", "Td4 td5" + FAR, refused="d4xd5"),
    Case("a scout goes forward and takes diagonally", "td4 Te3" + FAR, side="f", legal="d4-d3 d4xe3", refused="d4-d5"),
    Case("a witch waits to inherit", "Wd4" + FAR, refused="Wd4-d5", says="inherited nothing"),
    Case("a witch waits to inherit", "Wd4" + FAR, movesets="S/-", legal="Wd4-d9 Wd4-h4", refused="Wd4-e5"),
    Case("an aura shields the eight squares around", "Sd4 td6 ce7" + FAR, refused="Sd4xd6", says="shielded"),
    Case("an aura shields the eight squares around", "Sd4 td6 ce6" + FAR, refused="Sd4xd6", says="shielded"),
    Case("an aura shields the eight squares around", "Sd4 td6 ce8" + FAR, legal="Sd4xd6"),
    Case("either side's cardinal shields", "Sd4 td6 Ce7" + FAR, refused="Sd4xd6", says="shielded"),
    Case("a cardinal does not shield itself", "Sd4 cd7" + FAR, legal="Sd4xd7"),
    Case("adjacent cardinals shield each other", "Sd4 cd7 Ce8" + FAR, refused="Sd4xd7", says="shielded"),
    Case("no cardinal captures at one square", "Cd4 td5 te5" + FAR, refused="Cd4xd5 Cd4xe5", says="shielded"),
    Case("a cardinal may capture at two squares", "Cd4 td6 tf6" + FAR, legal="Cd4xd6 Cd4xf6"),
    Case("the aura is judged before the capture", "Cd4 td5 th5 Sh1" + FAR, legal="Sh1xh5", refused="Cd4xd5"),
    # The witch
    Case("a witch is offered what falls", "Sd4 td8 wj10" + FAR, after={"Sd4xd8": "-/- -/- T"}),
    Case("a witch is offered what falls", "Sd4 dd8 wj10" + FAR, after={"Sd4xd8": "-/- -/- D"}),
    Case("a witch is offered what falls", "Sd4 td8" + FAR, after={"Sd4xd8": "-/- -/- -"}),
    Case("a held witch is offered too", "Pj1 wj10 Sd4 td8" + FAR, holds="j10/-", after={"Sd4xd8": "j10/- -/- T"}),
    Case("a captured witch is offered nothing", "Sd4 wd8" + FAR, movesets="-/S", after={"Sd4xd8": "-/- -/- -"}),
    Case("the answer is part of the next turn", "wj10 th8" + FAR, side="f", offer="S", legal="w+,h8-h7 w-,h8-h7"),
    Case("the answer is part of the next turn", "wj10 th8" + FAR, side="f", offer="S", refused="h8-h7", says="w+"),
    Case("the answer is part of the next turn", "wj10 th8" + FAR, side="f", refused="w+,h8-h7", says="no offer"),
    Case("the answer goes beside a move or a claim", "wj10 th8" + FAR, side="f", offer="S", refused="w+", says="claim"),
    Case("the answer goes beside a move or a claim", "pd8 Sd4" + FAR + " wj10", side="f", offer="S", legal="w-,*d4"),
    Case("the answer takes effect before the move", "wj10" + FAR, side="f", offer="S", legal="w+,Wj10-j3"),
    Case("the answer takes effect before the move", "wj10" + FAR, side="f", offer="S", refused="w-,Wj10-j3"),
    Case(
        "accepting replaces the moveset",
        "wj10 th8" + FAR,
        side="f",
        movesets="-/A",
        offer="S",
        legal="w+,Wj10-j9 w-,Wj10-i9",
        refused="w+,Wj10-i9 w-,Wj10-j9",
        after={"w+,h8-h7": "-/- -/S -", "w-,h8-h7": "-/- -/A -"},
    ),
    Case("the last of general and puppeteer forces her", "Ga1 Sd4 gd8 wj10", after={"Sd4xd8": "-/- -/- G!"}),
    Case("the last of general and puppeteer forces her", "Ga1 Sd4 pd8 wj10", after={"Sd4xd8": "-/- -/- P!"}),
    Case(
        "the last of general and puppeteer forces her",
        "Ga1 wj10 th8",
        side="f",
        offer="G!",
        legal="w+,h8-h7",
        refused="w-,h8-h7",
        says="must accept",
    ),
    Case("a held leader forces her too", "Ga1 Pd1 gd8 ph5 Sh1 wj10", holds="d8/-", after={"Sh1xh5": "d8/- -/- P!"}),
    Case("another piece never forces her", "Ga1 Sd4 td8 wj10", after={"Sd4xd8": "-/- -/- T"}),
    Case("another piece never forces her", "Ga1 Sd4 pd8 wj10 gj12", after={"Sd4xd8": "-/- -/- P"}),
    Case(
        "a moveset is movement only", "Wd4 sd8" + FAR, movesets="P/-", legal="Wd4-d5", refused="*d8", says="puppeteer"
    ),
    Case("a moveset is movement only", "Sd4 td6 we7" + FAR, movesets="-/C", legal="Sd4xd6"),
    Case("a moveset is movement only", "Wd4 td5" + FAR, movesets="C/-", legal="Wd4xd5"),
    Case("a moveset is movement only", "Wd11" + FAR, movesets="T/-", legal="Wd11-d12", refused="Wd11-d12=D"),
    Case(
        "a witch as scout goes her colour's way",
        "wd4" + FAR,
        side="f",
        movesets="-/T",
        legal="Wd4-d3",
        refused="Wd4-d5",
    ),
    Case("a held witch moves for her holder", "Pd4 wd8" + FAR, holds="d8/-", movesets="-/S", legal="Wd8-h8"),
    Case(
        "a held witch moves for her holder", "Pd4 wd8" + FAR, side="f", holds="d8/-", movesets="-/S", refused="Wd8-h8"
    ),
    Case(
        "a held witch has what her owner accepted",
        "Pd4 wd8 Wj1" + FAR,
        holds="d8/-",
        movesets="S/-",
        refused="Wd8-h8",
        says="inherited nothing",
    ),
    Case("a held witch has what her owner accepted", "Pd4 wd8 Wj1" + FAR, holds="d8/-", offer="S", refused="w+,Wd8-h8"),
    # Promotion
    Case(
        "a scout promotes on the enemy's home rank",
        "Tc11" + FAR,
        legal="c11-c12=D c11-c12=S c11-c12=A c11-c12=H",
        refused="c11-c12 c11-c12=G c11-c12=T",
        says="becomes",
    ),
    Case("a scout promotes on the enemy's home rank", "Tc11 sd12" + FAR, legal="c11xd12=A", refused="c11xd12"),
    Case("a scout promotes on the enemy's home rank", "tc2" + FAR, side="f", legal="c2-c1=H", refused="c2-c1"),
    Case("a scout promotes on the enemy's home rank", "Tc4" + FAR, refused="c4-c5=D", says="does not promote"),
    Case(
        "its holder chooses the promotion",
        "Pc4 tc2" + FAR,
        holds="c2/-",
        legal="c2-c1=S",
        after={"c2-c1=S": "c1/- -/- -"},
    ),
    Case("no stalemate", "Ga1 Tb1 Ta2 Tb2 ta3 tb3 ga12 cj12", ends={"": None}),
    Case(
        "lenient text",
        "Ge1 Pd4 sd8 th8 ga12",
        reads={" G e1 - E2": "Ge1-e2", "e1-e2": "Ge1-e2", "*D8,d8XH8": "*d8,Sd8xh8", "p D4-d5": "Pd4-d5"},
        refused="He1-e2",
        says="not a H",
    ),
    Case(
        "lenient text",
        "Sh11 Td11 Pd4 sd8 ah9 ga12",
        reads={"h11 h9": "Sh11xh9", "d11d12=a": "d11-d12=A", "*d8 , d8 a8": "*d8,Sd8-a8", "d4 d5": "Pd4-d5"},
    ),
]

"""Whether a reason for a refused click is true, as the naive engines see the board: a judge for each code of a game.

A judge is given the naive position, the details of the sentence, and the clicks with the refused one at their end.
"""

from tests.games.engine.games.master import naive_master
from tests.games.engine.games.masters.naive_masters import get_owner
from tests.games.engine.games.mastery import naive_mastery


def on_line(start, end):
    """The squares strictly between two squares of one line."""
    files, ranks = ord(end[0]) - ord(start[0]), int(end[1:]) - int(start[1:])
    far = max(abs(files), abs(ranks))
    steps = [(files * n // far, ranks * n // far) for n in range(1, far)]
    return [f"{chr(ord(start[0]) + file)}{int(start[1:]) + rank}" for file, rank in steps]


# Mastery


def starts_no_turn(naive, square):
    return not any(turn.origin == square for turn in naive.legal().values())


def is_foe(naive, square):
    return square in naive.board and naive_mastery.get_owner(naive.board[square]) != naive.side


def in_zone(naive, square, kinds):
    own = [(piece.upper(), at) for at, piece in naive.board.items() if not is_foe(naive, at)]
    return any(kind in kinds and square in naive_mastery.list_zone(kind, at) for kind, at in own)


def reaches(naive, start, end):
    """Whether the piece would reach the square on an empty board, playing for the side to move."""
    table = naive_mastery.TREACHEROUS_REACH if is_foe(naive, start) else naive_mastery.REACH
    steps, reach = table[naive.board[start].upper()]
    return any(end in naive_mastery.list_line(start, step, reach) for step in steps)


MASTERY = {
    "empty": lambda n, d, c: d["start"] not in n.board,
    "stuck": lambda n, d, c: (
        starts_no_turn(n, d["start"]) and (not is_foe(n, d["start"]) or n.is_treacherous(d["start"]))
    ),
    "master_controlled": lambda n, d, c: n.board[d["start"]].upper() == "M" and is_foe(n, d["start"]),
    "lost_power": lambda n, d, c: (
        n.count_on(n.side, d["kind"][0]) == 0 and is_foe(n, d["start"] if "start" in d else c[0])
    ),
    "blind_spot": lambda n, d, c: (
        is_foe(n, d["start"])
        and n.board[d["master"]].upper() == "M"
        and not is_foe(n, d["master"])
        and sum(naive_mastery.get_distance(d["master"], d["start"])) == 1
        and not n.is_treacherous(d["start"])
    ),
    "rank": lambda n, d, c: (
        n.board[d["start"]].upper() == "O" and in_zone(n, d["start"], "O") and not in_zone(n, d["start"], "M")
    ),
    "no_control": lambda n, d, c: is_foe(n, d["start"]) and not n.is_treacherous(d["start"]),
    "reach": lambda n, d, c: not reaches(n, d["start"], d["end"]),
    "blocked": lambda n, d, c: d["barrier"] in n.board and d["barrier"] in on_line(d["start"], d["end"]),
    "own_by_control": lambda n, d, c: is_foe(n, d["start"]) and d["end"] in n.board and not is_foe(n, d["end"]),
    "own_taken": lambda n, d, c: n.board[d["start"]].upper() != "M" and d["end"] in n.board and not is_foe(n, d["end"]),
    "master_devoured": lambda n, d, c: n.board[d["end"]].upper() == "M" and not is_foe(n, d["end"]),
    "above_rank": lambda n, d, c: n.rules == "woag" and not n.may_take(n.board[d["start"]].upper(), n.board[d["end"]]),
    "reflection": lambda n, d, c: n.rules == "ross" and (n.last[3:], n.last[:2]) == (d["start"], d["end"]),
    "ko": lambda n, d, c: (
        n.rules == "woag" and (n.last[3:], n.last[:2]) == (d["start"], d["end"]) and "x" not in n.last
    ),
    "place_taken": lambda n, d, c: (
        d["place"] in n.move_piece(next(t for t in n.legal().values() if [t.origin, t.target] == c[:2]))
    ),
    "which_first": lambda n, d, c: any([t.origin, t.target] == c[:2] and t.back for t in n.legal().values()),
    "whole": lambda n, d, c: (
        any([t.origin, t.target] == c[:2] for t in n.legal().values())
        and (len(c) > 4 or not any([t.origin, t.target] == c[:2] and t.back for t in n.legal().values()))
    ),
}

# MASTER


def owns(naive, square):
    return square in naive.board and naive_master.get_owner(naive.board[square]) == naive.side


def has_length(naive, start, end):
    """Whether the end is as far from the start, and on such a line, as the piece there goes."""
    files, ranks = abs(ord(end[0]) - ord(start[0])), abs(int(end[1:]) - int(start[1:]))
    piece = naive.board[start]
    if piece.upper() == "M":
        return (files, ranks) == (2, 2)
    return sorted((files, ranks)) == [0, naive_master.get_face(piece)]


def moved(naive, clicks):
    """The board after the move that was clicked."""
    return naive.move(*clicks[:2])


MASTER = {
    "empty": lambda n, d, c: d["start"] not in n.board,
    "not_yours": lambda n, d, c: d["start"] in n.board and not owns(n, d["start"]),
    "stuck": lambda n, d, c: owns(n, d["start"]) and not any(start == d["start"] for start, _ in n.list_moves()),
    "master_way": lambda n, d, c: n.board[d["start"]].upper() == "M" and not has_length(n, d["start"], d["end"]),
    "pawn_way": lambda n, d, c: (
        naive_master.get_face(n.board[d["start"]]) == d["face"] and not has_length(n, c[-2], c[-1])
    ),
    "blocked": lambda n, d, c: any(square in n.board for square in on_line(d["start"], d["end"])),
    "friend": lambda n, d, c: owns(n, d["end"]),
    "turn_what": lambda n, d, c: not moved(n, c[:-1]).has_own(d["square"]),
    "turn_master": lambda n, d, c: moved(n, c[:-1]).board[d["square"]].upper() == "M",
    "won": lambda n, d, c: moved(n, c[:-1]).count_masters(naive_master.get_enemy(n.side)) == 0,
    "face_first": lambda n, d, c: len(c) == 4 and d["square"] == c[2] and moved(n, c).has_own(c[2]),
    "whole": lambda n, d, c: len(c) == 5 and c[3].startswith("="),
}

# Masters


def split(naive, clicks):
    """Claim, start and end that these clicks, which some legal turn begins with, can mean."""
    squares = [token for token in clicks if token[0] not in "w="]
    for turn in naive.turns.values():
        groups = [group for group in ([turn.claim], [turn.start, turn.end]) if group[0]]
        for order in (groups, groups[::-1]):
            if [square for group in order for square in group][: len(squares)] == squares and squares:
                claims = [turn.claim] if turn.claim else []
                known = order[0] == claims or len(squares) > 2 or turn.claim == turn.start
                claim = turn.claim if claims and known else ""
                move = squares[1:] if order[0] == claims else squares[:2]
                yield claim, *[*move, "", ""][:2]


def after_move(naive, start, end):
    return naive.move(start, end, "") if start and end else naive


def foe(naive, square):
    return square in naive.board and get_owner(naive.board[square]) != naive.side


def met(naive, clicks):
    """The positions in which a claim after these clicks would be judged."""
    return [after_move(naive, start, end) for _, start, end in split(naive, clicks)] or [naive]


def judged(naive, details, clicks):
    """The same where the last click would end the move, or claim something."""
    if details.get("end") == clicks[-1]:
        return [after_move(naive, details["start"], clicks[-1])]
    return met(naive, clicks[:-1])


def reaches_alone(naive, start, end):
    """Whether the piece would reach the square if no other piece stood in its way."""
    alone = {square: piece for square, piece in naive.board.items() if square in (start, end)}
    return end in type(naive)(alone, naive.side, naive.holds, naive.movesets, "-").reach(start)


def answered(naive, clicks):
    answers = [token for token in clicks if token[0] == "w"]
    return naive.answer(answers[0]) if answers else naive


MASTERS = {
    "empty": lambda n, d, c: d["square"] not in n.board,
    "left": lambda n, d, c: all(d["square"] not in one.board for one in met(n, c[:-1])),
    "held": lambda n, d, c: n.is_held(d["start"]) and not foe(n, d["start"]),
    "stuck": lambda n, d, c: not any(True for _ in n.reach(d["start"])),
    "no_moveset": lambda n, d, c: (
        n.board[d["start"]].upper() == "W" and n.movesets[get_owner(n.board[d["start"]])] == "-"
    ),
    "friend": lambda n, d, c: d["end"] in n.board and not foe(n, d["end"]),
    "shielded": lambda n, d, c: foe(n, d["end"]) and n.is_shielded(d["end"]),
    "way": lambda n, d, c: not reaches_alone(n, d["start"], d["end"]),
    "blocked": lambda n, d, c: d["barrier"] in n.board and d["barrier"] in on_line(d["start"], d["end"]),
    "no_move_with_claim": lambda n, d, c: (
        not any(
            turn.claim and [turn.claim, turn.start] == [token for token in c if token[0] != "w"]
            for turn in n.turns.values()
        )
    ),
    "whole": lambda n, d, c: any(start and end for _, start, end in split(n, c[:-1])),
    "no_puppeteer": lambda n, d, c: n.find(n.side, "P") is None,
    "puppeteer_held": lambda n, d, c: n.is_held(n.find(n.side, "P")),
    "claim_shielded": lambda n, d, c: any(one.is_shielded(d["claim"]) for one in judged(n, d, c)),
    "claim_sight": lambda n, d, c: any(not one.sees(n.side, d["claim"]) for one in judged(n, d, c)),
    "claim_taken": lambda n, d, c: any(claim == d["square"] == c[-1] for claim, _, _ in split(n, c[:-1])),
    "one_claim": lambda n, d, c: any(claim for claim, _, _ in split(n, c[:-1])),
    "claim_moves": lambda n, d, c: any(claim and claim == start for claim, start, _ in split(n, c[:-1])),
}

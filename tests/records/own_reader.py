"""A second reader of the text form, made from its page alone: it imports nothing of the site, and asks no rules."""

import re


def read_games(text: str) -> list[dict]:
    """Each game: tags as pairs, turns as (text, notes), those taken back as (number, text, notes), result."""
    games: list[dict] = []
    for line in text.splitlines():
        if line.startswith("["):
            if not games or games[-1]["result"]:
                games.append({"tags": [], "turns": [], "back": [], "result": ""})
            name, value = line[1:-2].split(' "', 1)
            games[-1]["tags"].append((name, unescape(value)))
        elif line in ("1-0", "0-1", "1/2-1/2", "-", "*"):
            games[-1]["result"] = line
        elif line.startswith("("):
            games[-1]["back"].append(read_turn(line[1:-1]))
        elif line:
            number, text_, notes = read_turn(line)
            assert number == len(games[-1]["turns"]) + 1
            games[-1]["turns"].append((text_, notes))
    return games


def unescape(value: str) -> str:
    out, signs = "", iter(value)
    for sign in signs:
        if sign == "\\":
            after = next(signs)
            out += {"n": "\n", "r": "\r"}.get(after, after)
        else:
            out += sign
    return out


def read_turn(line: str) -> tuple[int, str, dict[str, str]]:
    number, rest = line.split(". ", 1)
    notes: dict[str, str] = {}
    if rest.endswith("}"):
        rest, comment = rest[:-1].rsplit(" {", 1)
        notes = dict(re.findall(r"\[%(\w+) ([^\]]*)\]", comment))
    return int(number), rest, notes

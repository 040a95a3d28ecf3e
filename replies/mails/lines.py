"""The lines that a mail's writer wrote, found among all that mail programs put around them.

What may be a quote is one: a line that is left out costs its writer another mail, one that is taken wrongly a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from replies.mails import patterns, quotes
from replies.mails.armour import unwrap
from replies.mails.choosing import leave_out_prose
from replies.mails.cleaning import clean
from replies.mails.originals import read_original
from replies.mails.shapes import COMMAND, asks, asks_shortly, is_bare, is_doubtful, split_number

LONGEST_LINE = 1000
LONGEST_MARK = 400
"""No mark of a mail program is longer, also where it is wrapped."""
MOST_WRAPPED = 4
WRAPPED_FROM = 68
"""Quoted lines so long are wrapped by some programs, which leave the next line without a mark."""
MOST_LINES_READ = 40_000
MOST_LINES_JUDGED = 300
"""The most lines without a mark. People write no more than this above what they want to say."""
MOST_BETWEEN = 12
"""So many lines are read that stand between an attribution and the quote it is of."""


def find_lines(text: str, *, most: int = 30) -> list[str]:
    """The first of the lines that stand in no quote, no signature and no line of a mail program; none is empty. Prose
    above a line that asks for something is left out."""
    return leave_out_prose(list_written(text, most=most))


def list_written(text: str, *, most: int) -> list[str]:
    lines = [line[:LONGEST_LINE] for line in text.split("\n", MOST_LINES_READ)[:MOST_LINES_READ]]
    if "\t" in text:
        _mark_tabs(lines)
    cleaned = [clean(line) for line in lines]
    reader = _Reader(unwrap(cleaned) if "-----BEGIN PGP " in text else cleaned)
    while reader.at < len(reader.lines) and len(reader.found) < most and reader.judged < MOST_LINES_JUDGED:
        reader.step()
    return reader.found[:most]


def _mark_tabs(lines: list[str]) -> None:
    """Marks the lines that begin with a tab where several do that are no turns: as a quote of `mailx` then."""
    tabbed = [at for at, line in enumerate(lines) if line.startswith("\t") and not line.isspace()]
    prose = (at for at in tabbed if not is_bare(lines[at].strip()))
    if next(prose, None) is not None and next(prose, None) is not None:
        for at in tabbed:
            lines[at] = f"> {lines[at]}"


@dataclass(slots=True)
class _Reader:
    lines: list[str]
    at: int = 0
    judged: int = 0
    found: list[str] = field(default_factory=list)
    is_in_signature: bool = False
    """There only what can be nothing but a turn is read: some programs put the signature above what is written."""

    def step(self) -> None:
        """Reads the next line, and those that belong to it."""
        line = self.lines[self.at]
        if not line:
            self.at += 1
        elif line[0] == ">" or patterns.QUOTED.match(line):
            self.skip_quoted(line)
        else:
            self.judged += 1
            self.judge(line)

    def judge(self, line: str) -> None:
        """Takes a line without a mark, or leaves it out."""
        short = line[:LONGEST_MARK]
        if is_note(line):
            self.take(line)
        elif any(each.match(short) for each in (patterns.MARKER, patterns.OURS, patterns.FORWARDED)):
            self.leave(self.at)
        elif patterns.ORIGINAL.match(short):
            if self.is_marked_below():
                self.at += 1
            else:
                self.leave(self.at + 1)
        elif wrapped := self.count_attribution():
            self.skip_attribution(wrapped)
        elif self.begins_unmarked_quote():
            self.leave(self.at)
        elif self.ends_text(short):
            self.leave_for_signature()
        elif patterns.DISCLAIMER.match(short):
            self.skip_paragraph()
        elif is_of_program(line):
            self.take_before_program(line)
        else:
            self.take(line)

    def take(self, line: str) -> None:
        if not self.is_in_signature or is_bare(line):
            self.found.append(line)
        self.at += 1

    def take_before_program(self, line: str) -> None:
        """Leaves out a line of a program, but not a turn at its beginning: “Pc3-c4 - sent from my iPhone”."""
        turn = patterns.DASH.split(line, maxsplit=1)[0].rstrip()
        if turn != line and is_bare(turn):
            self.take(turn)
        else:
            self.at += 1

    def leave(self, at: int) -> None:
        """Without a mark, what follows is the other's. Only who wrote nothing above it may have written within it."""
        if not self.found:
            self.found += read_original(self.lines, at)
        self.at = len(self.lines)

    def leave_for_signature(self) -> None:
        self.is_in_signature = True
        self.at = len(self.lines) if self.found else self.at + 1

    def ends_text(self, line: str) -> bool:
        """Whether a signature begins here."""
        is_closing = self.found and patterns.CLOSING.match(line)
        return line in ("--", "—") or bool(is_closing or patterns.GREETING.match(line))

    def skip_quoted(self, line: str) -> None:
        """Also the rest of a long line, which some programs wrap and mark only at its beginning."""
        self.at += 1
        self.is_in_signature = False
        if len(line) >= WRAPPED_FROM and self.at < len(self.lines):
            rest = self.lines[self.at]
            if rest and not patterns.QUOTED.match(rest):
                self.at += 1

    def skip_paragraph(self) -> None:
        """Up to an empty line, or a short line that asks for something: some servers put none below what they add
        above."""
        self.at += 1
        while self.at < len(self.lines) and (line := self.lines[self.at]):
            if not self.found and asks_shortly(line):
                break
            self.at += 1

    def count_attribution(self) -> int:
        """How many lines say that somebody wrote what follows; 0 if this one begins no such."""
        line = self.lines[self.at][:LONGEST_MARK]
        if patterns.ATTRIBUTION.match(line):
            return 1
        if count := self.count_above_mark():
            return count
        if patterns.SHORT_ATTRIBUTION.match(line) and self.is_quoted_below(self.at + 1):
            return 1
        following = self.lines[self.at + 1][:LONGEST_MARK] if self.at + 1 < len(self.lines) else ""
        if not patterns.OPENER.search(line) and not patterns.REST_OF_ATTRIBUTION.match(following):
            return int(quotes.begins_quote(line))
        joined = line
        for count in range(2, MOST_WRAPPED + 1):
            rest = next(iter(self.lines[self.at + count - 1 : self.at + count]), "")
            if not rest or len(joined) > LONGEST_MARK:
                break
            joined = f"{joined}{'' if joined.endswith('<') else ' '}{rest}"
            if patterns.ATTRIBUTION.match(joined[: 2 * LONGEST_MARK]):
                return count
        return int(quotes.begins_quote(line)) or 2 * quotes.begins_quote(*self.lines[self.at : self.at + 2])

    def count_above_mark(self) -> int:
        """How many lines end in a colon right above a marked quote, which tell in any language who wrote it."""
        if is_bare(self.lines[self.at]):
            return 0
        for count, line in enumerate(self.lines[self.at : self.at + MOST_WRAPPED], start=1):
            if not line or patterns.QUOTED.match(line):
                return 0
            if patterns.COLON_AT_END.search(line):
                begins = count == 1 or patterns.OF_AN_ATTRIBUTION.search(self.lines[self.at][:LONGEST_MARK])
                return count if begins and self.is_quoted_below(self.at + count) else 0
        return 0

    def skip_attribution(self, wrapped: int) -> None:
        """What follows is the other's: marked line by line, or all of it."""
        if self.is_quoted_below(self.at + wrapped) or self.is_quoted_further_below(self.at + wrapped):
            self.at += wrapped
        else:
            self.leave(self.at + wrapped)

    def is_quoted_below(self, at: int) -> bool:
        """Whether the next line that is not empty bears a mark of a quote."""
        following = next((line for line in self.lines[at : at + 10] if line), "")
        return bool(patterns.QUOTED.match(following))

    def is_quoted_further_below(self, at: int) -> bool:
        """Whether the quote of our email comes below some lines of the writer's: where Emacs leaves the cursor."""
        between = 0
        for place, line in enumerate(self.lines[at : at + 3 * MOST_BETWEEN], start=at):
            short = line[:LONGEST_MARK]
            if patterns.QUOTED.match(line):
                ahead = (patterns.UNMARK.sub("", each[:LONGEST_MARK]) for each in self.lines[place : place + 12])
                return any(patterns.OURS.match(each) or patterns.MARKER.match(each) for each in ahead)
            between += bool(line)
            if between > MOST_BETWEEN or patterns.COLON_AT_END.search(line) or patterns.ORIGINAL.match(short):
                return False
            if patterns.OURS.match(short) or patterns.ATTRIBUTION.match(short) or patterns.HEADER_FIRST.match(short):
                return False
        return False

    def begins_unmarked_quote(self) -> bool:
        line = self.lines[self.at][:LONGEST_MARK]
        if patterns.FORWARDED.match(line) or patterns.RULE.match(line):
            return True
        if patterns.HEADER_FIRST.match(line):
            return any(patterns.HEADER.match(other) for other in self.next_lines(4))
        if patterns.ANY_HEADER.match(line):
            block = [line, *self.next_lines(3)]
            return sum(bool(patterns.ANY_HEADER.match(one)) for one in block) >= 3 and any("@" in one for one in block)
        return False

    def next_lines(self, most: int) -> list[str]:
        return [line[:LONGEST_MARK] for line in self.lines[self.at + 1 : self.at + 1 + most]]

    def is_marked_below(self) -> bool:
        """Below "Original message", Proton puts a marked quote with its attribution, others an unmarked one."""
        below = _Reader(self.lines, self.at + 1)
        while below.at < len(below.lines) and below.at < self.at + 4 and not below.lines[below.at]:
            below.at += 1
        if below.at >= len(below.lines):
            return False
        if patterns.QUOTED.match(below.lines[below.at]):
            return True
        wrapped = below.count_attribution()
        return bool(wrapped) and below.is_quoted_below(below.at + wrapped)


def is_note(line: str) -> bool:
    """Whether the line is a message to the opponent, which may look like whatever else."""
    if "note" not in line[:LONGEST_MARK].lower():
        return False
    *_, rest = split_number(line[:LONGEST_MARK])
    return rest[:4].lower() == "note" and bool(COMMAND.fullmatch(rest))


def is_of_program(line: str) -> bool:
    """Whether a program puts the line below each mail, such as “Sent from my iPhone”."""
    if len(line) <= patterns.LONGEST_DEVICE and patterns.DEVICE.search(line) and not (asks(line) or is_doubtful(line)):
        return True
    return len(line) <= LONGEST_MARK and bool(patterns.MOBILE.match(line))

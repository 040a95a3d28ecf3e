"""The lines that a mail's writer wrote, found among all that mail programs put around them.

What may be a quote is one: a line that is left out costs its writer another mail, one that is taken wrongly a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from replies.mails import patterns, quotes
from replies.mails.cleaning import clean

LONGEST_LINE = 1000
LONGEST_MARK = 400
"""No mark of a mail program is longer, also where it is wrapped."""
MOST_WRAPPED = 4
WRAPPED_FROM = 68
"""Quoted lines so long are wrapped by some programs, which leave the next line without a mark."""
MOST_LINES_READ = 5000
MOST_LINES_JUDGED = 300
"""Of those without a mark. Nobody writes more above what they want to say."""


def find_lines(text: str, *, most: int = 30) -> list[str]:
    """The first of the lines that stand in no quote, no signature and no line of a mail program; none is empty."""
    reader = _Reader([clean(line[:LONGEST_LINE]) for line in text.split("\n", MOST_LINES_READ)[:MOST_LINES_READ]])
    while reader.at < len(reader.lines) and len(reader.found) < most and reader.judged < MOST_LINES_JUDGED:
        reader.step()
    return reader.found


@dataclass(slots=True)
class _Reader:
    lines: list[str]
    at: int = 0
    judged: int = 0
    found: list[str] = field(default_factory=list)

    def step(self) -> None:
        """Reads the next line, and those that belong to it."""
        line = self.lines[self.at]
        if not line:
            self.at += 1
        elif patterns.QUOTED.match(line):
            self.skip_quoted(line)
        else:
            self.judged += 1
            self.judge(line)

    def judge(self, line: str) -> None:
        """Takes a line without a mark, or leaves it out."""
        if patterns.ORIGINAL.match(line[:LONGEST_MARK]):
            self.at = self.at + 1 if self.is_marked_below() else len(self.lines)
        elif wrapped := self.count_attribution():
            self.skip_attribution(wrapped)
        elif self.begins_unmarked_quote() or self.ends_text(line[:LONGEST_MARK]):
            self.at = len(self.lines)
        elif patterns.DISCLAIMER.match(line[:LONGEST_MARK]):
            self.skip_paragraph()
        elif patterns.MOBILE.match(line) and len(line) <= LONGEST_MARK:
            self.at += 1
        else:
            self.found.append(line)
            self.at += 1

    def ends_text(self, line: str) -> bool:
        """Whether a signature begins here."""
        is_closing = self.found and patterns.CLOSING.match(line)
        return line in ("--", "—") or bool(is_closing or patterns.GREETING.match(line))

    def skip_quoted(self, line: str) -> None:
        """Also the rest of a long line, which some programs wrap and mark only at its beginning."""
        self.at += 1
        if len(line) >= WRAPPED_FROM and self.at < len(self.lines):
            rest = self.lines[self.at]
            if rest and not patterns.QUOTED.match(rest):
                self.at += 1

    def skip_paragraph(self) -> None:
        while self.at < len(self.lines) and self.lines[self.at]:
            self.at += 1

    def count_attribution(self) -> int:
        """How many lines say that somebody wrote what follows; 0 if this one begins no such."""
        line = self.lines[self.at][:LONGEST_MARK]
        if patterns.ATTRIBUTION.match(line):
            return 1
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

    def skip_attribution(self, wrapped: int) -> None:
        """What follows is the other's: marked line by line, or all of it."""
        self.at = self.at + wrapped if self.is_quoted_below(self.at + wrapped) else len(self.lines)

    def is_quoted_below(self, at: int) -> bool:
        """Whether the next line that is not empty bears a mark of a quote."""
        following = next((line for line in self.lines[at : at + 10] if line), "")
        return bool(patterns.QUOTED.match(following))

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

"""Judges what finds the lines that a person wrote in an answer: two libraries alone, and this site with one of them.

    pip install -r benches/requirements.txt
    python -m benches.reply_quotes [--failures]

Of each layout of `tests/replies/mails/layouts`: whether the first line is the one that was written, whether all are,
whether a line was taken for the first that is not (what would play a turn that nobody meant), and how long it took.
The libraries are given what this site reads of a mail, in which quotes in HTML already bear their marks.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from replies.mails.lines import find_lines
from replies.mails.parsing import parse
from replies.mails.text import read_text
from tests.replies.mails.layouts import all_layouts

LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl"]  # mail-parser-reply knows no Portuguese

Reader = Callable[[str], list[str]]


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--failures", action="store_true", help="name the layouts that each reads wrongly")
    asked = given.parse_args()
    print(f"{len(all_layouts())} layouts{'':28} first line  all lines  wrong first  ms each")
    for name, reader in (
        ("mail-parser-reply 1.36", make_parser_reply()),
        ("quotequail 0.5.4, what it expands", read_expanded),
        ("quotequail 0.5.4, above and below", read_unwrapped),
        ("this site", find_lines),
    ):
        judge(name, reader, names_failures=asked.failures)


def judge(name: str, reader: Reader, *, names_failures: bool) -> None:
    """Prints the scores of one."""
    first = every = wrong = 0
    began = time.perf_counter()
    for layout in all_layouts():
        found = reader(read_text(parse(layout.raw)))
        taken, expected = next(iter(found), ""), next(iter(layout.expected), "")
        first += taken == expected
        every += tuple(found) == layout.expected
        wrong += bool(taken) and taken != expected
        if names_failures and taken != expected:
            print(f"    {layout.name}: {taken!r}")
    each = (time.perf_counter() - began) * 1000 / len(all_layouts())
    print(f"{name:40} {first:10} {every:10} {wrong:12} {each:8.2f}")


def make_parser_reply() -> Reader:
    from mailparser_reply import EmailReplyParser

    parser = EmailReplyParser(languages=LANGUAGES)
    return lambda text: list_unmarked(parser.read(text).replies[0].body)


def read_expanded(text: str) -> list[str]:
    import quotequail

    return list_unmarked(quotequail.quote(text, quote_intro_line=True)[0][1])


def read_unwrapped(text: str) -> list[str]:
    import quotequail

    found = quotequail.unwrap(text)
    if found is None:
        return read_expanded(text)
    return list_unmarked(f"{found.get('text_top', '')}\n{found.get('text_bottom', '')}")


def list_unmarked(text: str) -> list[str]:
    """Its lines that are neither empty nor marked, which is more than the libraries promise."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith(">")]


if __name__ == "__main__":
    main()

"""The rules of conduct and of fair play: the one table that their pages, reports and the decisions of staff read.

A decision cites a rule by its code, for good: a rule may be worded anew, but a code is never given to another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.addresses import address_of


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered paragraph, in plain words."""

    code: str
    text: str

    @property
    def url(self) -> str:
        """The path of its place on its page."""
        page = next(page for page in PAGES if self in page.rules)
        return f"{address_of(page.name)}#{self.code}"


@dataclass(frozen=True, slots=True)
class Part:
    """Rules under one heading."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page of rules; `name` is that of its address."""

    name: str
    title: str
    opening: str
    parts: tuple[Part, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        return tuple(rule for part in self.parts for rule in part.rules)


CONDUCT = RulesPage(
    "conduct",
    "Conduct",
    "How we treat each other here: in chats, challenges and profiles.",
    (
        Part(
            "What you write",
            (
                Rule("C1", "Be polite. No insults, threats, hate or harassment, whoever began it."),
                Rule("C2", "Don’t write about another person’s private life, and don’t make their address public."),
                Rule("C3", "No advertising, no chains of links, and not the same message to many players."),
                Rule("C4", "Nothing sexual, violent or illegal. Children play here, too."),
            ),
        ),
        Part(
            "Who you are",
            (
                Rule("C5", "Choose a name and a profile that offend and deceive nobody. Don’t pretend to be another."),
                Rule("C6", "Don’t get around a block, a mute or a suspension, by another account or by other players."),
            ),
        ),
        Part(
            "The site",
            (
                Rule("C7", "Report what you have good reason to believe. Don’t use reports to harass anyone."),
                Rule("C8", "Don’t try to break the site, to get into other accounts, or to get around its limits."),
            ),
        ),
    ),
)
FAIR_PLAY = RulesPage(
    "fair_play",
    "Fair play",
    "What help is allowed in a running game, and what isn’t.",
    (
        Part(
            "Help that is allowed",
            (
                Rule(
                    "F1",
                    "The rules, your own notes, books (collections of games of people), and finished games, yours and "
                    "those of others.",
                ),
                Rule("F2", "Our practice board: you may try out turns on it, also from the position of your game."),
                Rule("F3", "A real board at home, to try out turns by hand."),
            ),
        ),
        Part(
            "Help that isn’t allowed",
            (
                Rule("F4", "No program that evaluates a position or suggests a turn, in any running game."),
                Rule("F5", "No advice from other people about a running game. Talk about it when it’s over."),
                Rule("F6", "No one else plays your turns, and you play nobody else’s."),
            ),
        ),
        Part(
            "Accounts and results",
            (
                Rule("F7", "One account for each person. Two accounts of one person never play each other."),
                Rule("F8", "Play to win or to draw. Don’t lose on purpose, and don’t arrange a result."),
                Rule("F9", "Start only games you mean to finish, and don’t drop many running games at once."),
            ),
        ),
        Part(
            "Time",
            (
                Rule("F10", "Thinking for as long as the clock allows is fine: slow play alone is never an offence."),
                Rule(
                    "F11",
                    "Don’t draw out a lost game to annoy your opponent: with useless offers, takebacks or pauses, "
                    "or vacation set for that.",
                ),
            ),
        ),
    ),
)
PAGES = (CONDUCT, FAIR_PLAY)


def list_rules() -> Iterator[Rule]:
    for page in PAGES:
        yield from page.rules


def find_rule(code: str) -> Rule | None:
    """The rule of this code; None for an unknown one."""
    return next((rule for rule in list_rules() if rule.code == code), None)


def cite(code: str) -> str:
    """A rule as a decision quotes it: “Conduct C1: Be polite. …”; the code itself for an unknown one, or none."""
    for page in PAGES:
        for rule in page.rules:
            if rule.code == code:
                return f"{page.title} {code}: {rule.text}"
    return code


def list_choices() -> list[tuple[str, str]]:
    """As the forms of staff offer them: “C1: Be polite. …”."""
    return [(rule.code, f"{rule.code}: {rule.text}") for rule in list_rules()]

"""Finds commands: every file of `commands/`; nothing else knows them."""

from __future__ import annotations

from engine.kinds import Kinds
from replies.acting.contract import Command

COMMANDS = Kinds("replies.acting.commands", Command, called="command")


def find(line: str) -> Command:
    """The command that reads the line: the turn, which comes last, reads any."""
    return next(command for command in COMMANDS.all() if command.reads(line))

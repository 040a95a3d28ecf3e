"""What the rules of a game say of a turn that they do not allow."""

from core.words import Said, Sentence
from engine.contract import RuleError


def say_error(error: RuleError) -> Said:
    """As code and arguments."""
    return Said(Sentence("illegal", error.template), error.details)


def tell_error(error: RuleError) -> str:
    """In the language of who reads."""
    return str(say_error(error))

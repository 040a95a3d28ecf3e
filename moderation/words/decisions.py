"""Words of the pages on which staff decide: the queue, evidence, suggestions."""

from core.words import Sentence

# --- Suggestions -------------------------------------------------------------------------------------------------
MEASURE_FOR = Sentence("measure_for", "{label}, {length}")
TIMES_WITH_RULE = (
    Sentence("first_for", "First time for {rule}."),
    Sentence("second_for", "Second time for {rule}."),
    Sentence("third_for", "Third time or later for {rule}."),
)
TIMES_WITHOUT_RULE = (
    Sentence("first", "First time without a rule."),
    Sentence("second", "Second time without a rule."),
    Sentence("third", "Third time or later without a rule."),
)
TOO_GRAVE = Sentence("too_grave", "First time for {rule}, which is too grave for a warning.")
TOO_GRAVE_WITHOUT_RULE = Sentence(
    "too_grave_without_rule", "First time without a rule, which is too grave for a warning."
)
WARN_FIRST = Sentence("warn_first", "We warn first: nothing stands in the log for {rule}.")
WARN_FIRST_WITHOUT_RULE = Sentence("warn_first_without_rule", "We warn first: nothing stands in the log.")
LENGTHS_WITH_RULE = (
    Sentence("first_length_for", "First time for {rule}: {length}."),
    Sentence("second_length_for", "Second time for {rule}: {length}."),
    Sentence("third_length_for", "Third time or later for {rule}: {length}."),
)
LENGTHS_WITHOUT_RULE = (
    Sentence("first_length", "First time without a rule: {length}."),
    Sentence("second_length", "Second time without a rule: {length}."),
    Sentence("third_length", "Third time or later without a rule: {length}."),
)

# --- Evidence ----------------------------------------------------------------------------------------------------
NO_TURNS = Sentence("no_turns", "no turns that count")
SAME_TURNS = Sentence(
    "same_turns",
    "{same} of {turns} turn, {share} (95\N{NO-BREAK SPACE}% interval: {interval})",
    "{same} of {turns} turns, {share} (95\N{NO-BREAK SPACE}% interval: {interval})",
    "turns",
)
PERCENT = Sentence("percent", "{n}\N{NO-BREAK SPACE}%")
BETWEEN = Sentence("between", "{least} to {most}\N{NO-BREAK SPACE}%")
SUSPENDED_UNTIL = Sentence("suspended_until", "suspended until {day}")
SUSPENDED = Sentence("suspended", "suspended for good")
MUTED_UNTIL = Sentence("muted_until", "muted until {day}")
MUTED = Sentence("muted", "muted for good")
ACCOUNT_CLOSED = Sentence("account_closed", "closed")
NAMED_UNTIL = Sentence("named_until", "named {name} until {day}")
HOUR = Sentence("hour", "{start} to {end}")
SHARED_DEVICES = Sentence("shared_devices", "They share {n} device", "They share {n} devices", "n")
SHARED_ADDRESSES = Sentence("shared_addresses", "They share {n} address", "They share {n} addresses", "n")

# --- Messages ----------------------------------------------------------------------------------------------------
USED_FOR_REPORTS = Sentence("used_for_reports", "{label}, reports of {reason}")

# --- The form of a report ----------------------------------------------------------------------------------------
GAME = Sentence("game", "Game {number}, {ruleset}")
FINISHED_GAME = Sentence("finished_game", "Game {number}, {ruleset} (finished)")
UNKNOWN_ACCOUNT = Sentence("unknown", "There is no account with that name.")
SAME_ACCOUNT = Sentence("same", "This is the same account. Name the other one.")
ONLY_FOR_TWO = Sentence("second", "This is for “Two accounts” alone: choose that above, or leave this empty.")
READ_TEMPLATE = Sentence("template", "This is the message of the template. Read it, change what you like, and send.")

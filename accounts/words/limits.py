"""Limits in words: what a limit is, who has come to it, and when it goes on."""

from engine.words import Sentence  # no Django: the settings read the limits

# The limit itself, for the page that lists all; {span} is a length of time.
BY_SENDER = Sentence("by_sender", "{most} in {span} by one player")
BY_ADDRESS = Sentence("by_address", "{most} in {span} from one network address")
BY_NETWORK = Sentence("by_network", "{most} in {span} from one network")
OF_TRIES_BY_ADDRESS = Sentence(
    "of_tries_by_address", "{most} forms sent in {span} from one network address, accepted or not"
)
TO_SAME = {
    "player": Sentence("to_same_player", "{most} in {span} by one player to the same player"),
    "email address": Sentence("to_same_address", "{most} in {span} by one player to the same email address"),
    "opponent": Sentence("to_same_opponent", "{most} in {span} by one player to the same opponent"),
    "report": Sentence("to_same_report", "{most} in {span} by one player to the same report"),
}
TO_ONE = {
    "player": Sentence("to_one_player", "{most} in {span} to one player, whoever they come from"),
    "email address": Sentence("to_one_address", "{most} in {span} to one email address, whoever they come from"),
    "code": Sentence("to_one_code", "{most} in {span} for one code"),
    "account": Sentence("to_one_account", "{most} in {span} to one account, whoever they come from"),
}

# Whoever has come to it; {things} is what the limit counts, and {when} is one of the moments below.
REACHED_BY_SENDER = Sentence(
    "too_often", "You have reached the limit of {most} {things} in {span}. You can go on {when}."
)
REACHED_BY_ADDRESS = Sentence(
    "too_often", "Your network address has reached the limit of {most} {things} in {span}. You can go on {when}."
)
REACHED_BY_NETWORK = Sentence(
    "too_often", "Your network has reached the limit of {most} {things} in {span}. You can go on {when}."
)
TRIED_BY_ADDRESS = Sentence(
    "too_often", "Your network address has sent this form {most} times in {span}. You can go on {when}."
)
TRIED_BY_NETWORK = Sentence(
    "too_often", "Your network has sent this form {most} times in {span}. You can go on {when}."
)
REACHED_TO_SAME = {
    "player": Sentence(
        "too_often",
        "You have reached the limit of {most} {things} to the same player in {span}. You can go on {when}.",
    ),
    "email address": Sentence(
        "too_often",
        "You have reached the limit of {most} {things} to the same email address in {span}. You can go on {when}.",
    ),
    "opponent": Sentence(
        "too_often",
        "You have reached the limit of {most} {things} to the same opponent in {span}. You can go on {when}.",
    ),
    "report": Sentence(
        "too_often",
        "You have reached the limit of {most} {things} to the same report in {span}. You can go on {when}.",
    ),
}
REACHED_TO_ONE = {
    "player": Sentence(
        "too_often", "This player has reached the limit of {most} {things} in {span}. You can go on {when}."
    ),
    "email address": Sentence(
        "too_often", "This email address has reached the limit of {most} {things} in {span}. You can go on {when}."
    ),
    "code": Sentence(
        "too_often",
        "This code has reached the limit of {most} {things} in {span}. Ask for a new one, or go on {when}.",
    ),
    "account": Sentence(
        "too_often", "This account has reached the limit of {most} {things} in {span}. You can go on {when}."
    ),
}
ASKED_TOO_OFTEN = Sentence(
    "too_often", "Your network address or your account has asked for this too often. You can go on {when}."
)
EARLIER_LINKS = Sentence("too_often", "{limit} Links from earlier emails still work.")

# When.
TODAY = Sentence("today", "at {time} ({wait})")
TOMORROW = Sentence("tomorrow", "tomorrow at {time} ({wait})")
LATER = Sentence("later", "on {day} at {time} ({wait})")
IN_DAYS = Sentence("in_days", "in {n} day", "in {n} days", "n")
IN_HOURS = Sentence("in_hours", "in {n} hour", "in {n} hours", "n")
IN_MINUTES = Sentence("in_minutes", "in {n} minute", "in {n} minutes", "n")

# Spans.
A_MINUTE = Sentence("a_minute", "a minute")
AN_HOUR = Sentence("an_hour", "an hour")
MINUTES = Sentence("minutes", "{n} minute", "{n} minutes", "n")
HOURS = Sentence("hours", "{n} hour", "{n} hours", "n")
DAYS = Sentence("days", "{n} day", "{n} days", "n")

NETWORKS = Sentence(
    "networks",
    "A network address is an IPv4 address, or an IPv6 network of 64 bits. A home or a company often has many of "
    "these, so they’re counted together as well: the limit is {wider}.",
)
WIDER = Sentence("wider", "{times} times as much for a network of {bits} bits")

# Notes on the page that lists all.
PENDING = Sentence("pending", "Withdrawn challenges count too. At most {most} can wait for an answer at once.")
STANDING = Sentence("standing", "Making, changing, pausing and resuming one. At most {most} can stand at once.")
LADDER = Sentence("ladder", "At most {most} that a player started can run at once, and {most} that others started.")
AT_ONCE = Sentence("at_once", "At most {most} can go on at once.")
GUESTS_AT_ONCE = Sentence(
    "guests_at_once", "For whoever plays without an account. At most {most} can go on at once in one browser."
)
ANALYSES = Sentence("analyses", "You can keep {trees} analyses of up to {turns:,} turns, {in_all:,} in all.")
DEVICES = Sentence("devices", "At most {most} can be registered at once.")
KEPT_FORMS = Sentence(
    "kept_forms",
    "When you send a form after you were logged out, we keep it for you for two hours, at most {most} of one account.",
)
LONG_LINES = Sentence("long_lines", "Of lines with more than {most:,} characters.")
FOLLOWED = Sentence("followed", "Up to {most} at once.")

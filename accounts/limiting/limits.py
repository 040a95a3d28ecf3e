"""How often anything may be done that writes to others or fills the disk: all limits of the site in one place.

`spending` enforces them, `/rules/limits/` lists them. Those that guard passwords are enforced by allauth, which gets
its numbers from here, too.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from accounts.limiting.counting import WIDER, Action, Limit, Per
from accounts.words import limits as words

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)

MOST_PENDING = 20
"""Challenges of one player that may wait for an answer at once."""
MOST_STANDING = 10
"""Standing challenges of one player."""
MOST_LADDER_GAMES = 3
"""Running ladder games that one player has started, and as many that others have started with them."""
MOST_AGAINST_COMPUTERS = 10
"""Running games of one player against computers, which share the processors of the site."""
MOST_OF_A_GUEST = 3
"""Running games of one guest, who plays computers without an account."""
MOST_GUESTS = 10_000
"""Guests at once; each has a row until 30 days after their last turn, or for two hours without one."""
MOST_KEPT_FORMS = 3000
"""How many forms of all people are kept for a log-in, each of at most 24 kB: 72 MB. The oldest makes room."""
MOST_KEPT_OF_ONE = 20
"""How many of them one account may have."""
MOST_DEVICES = 20
"""Browsers of one player that may get push messages."""
MOST_TREES = 200
"""Analyses that one player may keep."""
MOST_NODES = 1000
"""Turns that one analysis may hold beside those of its game."""
MOST_NODES_OF_PERSON = 20_000
"""Turns that all analyses of one player may hold."""


MOST_FOLLOWED = 500
"""Games and players that one player may follow."""
LONG_LINE = 2000
"""Characters of a line of turns from which on playing it out counts: some two hundred turns."""
MOST_GUESSES_OF_A_CODE = 3
"""Wrong codes after which somebody who logs in by an email asks for a new one."""


ACTIONS = {
    "challenge": Action(
        "challenges",
        (Limit(Per.SENDER, 40, HOUR), Limit(Per.SENDER, 100, DAY), Limit(Per.PAIR, 10, DAY)),
        note=words.PENDING(most=MOST_PENDING),
    ),
    "challenge_from_stranger": Action(
        "challenges from people they have never played",
        (Limit(Per.RECIPIENT, 20, DAY),),
        note="Doesn’t apply to people who have already played each other.",
    ),
    "standing_change": Action(
        "changes of standing challenges",
        (Limit(Per.SENDER, 40, DAY),),
        note=words.STANDING(most=MOST_STANDING),
    ),
    "ladder_challenge": Action(
        "ladder challenges",
        (Limit(Per.SENDER, 20, DAY),),
        note=words.LADDER(most=MOST_LADDER_GAMES),
    ),
    "computer_game": Action(
        "games against the computer",
        (Limit(Per.SENDER, 20, HOUR), Limit(Per.SENDER, 60, DAY)),
        note=words.AT_ONCE(most=MOST_AGAINST_COMPUTERS),
    ),
    "review": Action(
        "computer analyses of games",
        (Limit(Per.SENDER, 20, DAY), Limit(Per.ADDRESS, 60, DAY)),
        note="Each game is analysed once, for everyone who can see it.",
    ),
    "guest_game": Action(
        "games of guests against the computer",
        (Limit(Per.ADDRESS, 12, HOUR), Limit(Per.ADDRESS, 40, DAY)),
        note=words.GUESTS_AT_ONCE(most=MOST_OF_A_GUEST),
    ),
    "guest": Action(
        "new guests",
        (Limit(Per.ADDRESS, 120, 30 * DAY),),
        note="In a browser that has none yet. A guest who never plays a turn is deleted after two hours.",
    ),
    "picture": Action(
        "pictures of boards drawn",
        (Limit(Per.ADDRESS, 60, MINUTE), Limit(Per.ADDRESS, 300, HOUR)),
        note="One that was drawn lately already counts for nobody.",
    ),
    "animation": Action(
        "animations of games made",
        (Limit(Per.ADDRESS, 30, HOUR), Limit(Per.ADDRESS, 200, DAY)),
        note="One that is there already counts for nobody.",
    ),
    "record": Action(
        "records of games opened",
        (Limit(Per.ADDRESS, 60, HOUR),),
        note="On the practice board, or as an analysis.",
    ),
    "puzzle": Action("turns in puzzles", (Limit(Per.SENDER, 200, HOUR), Limit(Per.ADDRESS, 300, HOUR))),
    "book": Action(
        "positions of the book asked for turns of computers",
        (Limit(Per.SENDER, 60, HOUR), Limit(Per.SENDER, 300, DAY), Limit(Per.ADDRESS, 300, HOUR)),
    ),
    "long_line": Action(
        "long lines of turns played out on a board",
        (Limit(Per.SENDER, 300, HOUR), Limit(Per.ADDRESS, 600, HOUR)),
        note=words.LONG_LINES(most=LONG_LINE),
        counts_together=True,
    ),
    "follow": Action(
        "games and players followed",
        (Limit(Per.SENDER, 60, HOUR), Limit(Per.SENDER, 300, DAY)),
        note=words.FOLLOWED(most=MOST_FOLLOWED),
    ),
    "games_file": Action("files of a player’s games downloaded", (Limit(Per.ADDRESS, 60, HOUR),)),
    "games_copy": Action(
        "large files of a player’s games",
        (Limit(Per.SENDER, 6, DAY),),
        note="Those of more than a megabyte, which are made in the background.",
    ),
    "hint": Action(
        "hints on the practice board",
        (Limit(Per.SENDER, 60, HOUR), Limit(Per.SENDER, 300, DAY)),
    ),
    "invitation": Action(
        "invitations by email",
        (
            Limit(Per.SENDER, 10, DAY),
            Limit(Per.PAIR, 3, DAY),
            Limit(Per.RECIPIENT, 10, DAY),
            Limit(Per.ADDRESS, 30, DAY),
        ),
        recipient="email address",
    ),
    "offer": Action(
        "offers in games",
        (Limit(Per.PAIR, 40, DAY), Limit(Per.SENDER, 200, DAY)),
        recipient="opponent",
        note="These are offers to the opponent in a game: a draw, a takeback, more time, a pause and the like.",
    ),
    "conditional_line": Action(
        "conditional lines in games",
        (Limit(Per.SENDER, 200, HOUR), Limit(Per.SENDER, 600, DAY)),
        note="At most 50 can stand in a game, of up to 30 turns each.",
    ),
    "message": Action(
        "chat messages",
        (Limit(Per.PAIR, 30, 10 * MINUTE), Limit(Per.SENDER, 400, DAY)),
        recipient="opponent",
    ),
    "reply": Action(
        "answers by email that do something", (Limit(Per.SENDER, 200, HOUR),), note="Any more wait until they may."
    ),
    "reply_refused": Action(
        "answers by email that come to nothing",
        (Limit(Per.SENDER, 200, HOUR),),
        note="Any more are not kept. They don’t count as turns.",
    ),
    "reply_unproven": Action(
        "answers by email whose sender can’t be proven",
        (Limit(Per.SENDER, 10, HOUR),),
        note="They are answered with a link. Any more are not read.",
    ),
    "analysis": Action(
        "changes of analyses",
        (Limit(Per.SENDER, 120, MINUTE),),
        note=words.ANALYSES(trees=MOST_TREES, turns=MOST_NODES, in_all=MOST_NODES_OF_PERSON),
    ),
    "shared_analysis": Action(
        "analyses shared, and changes of the turns in shared ones",
        (Limit(Per.SENDER, 60, HOUR), Limit(Per.SENDER, 300, DAY)),
    ),
    "note": Action("private notes and sealed remarks", (Limit(Per.SENDER, 30, MINUTE), Limit(Per.SENDER, 400, DAY))),
    "report": Action("reports", (Limit(Per.SENDER, 10, DAY), Limit(Per.ADDRESS, 30, DAY))),
    "report_addition": Action(
        "additions", (Limit(Per.PAIR, 3, DAY),), recipient="report", note="To what you have reported already."
    ),
    "face": Action("pictures of oneself uploaded", (Limit(Per.SENDER, 10, HOUR), Limit(Per.SENDER, 30, DAY))),
    "block": Action("players blocked or muted", (Limit(Per.SENDER, 50, DAY),)),
    "export": Action("copies of one’s data", (Limit(Per.SENDER, 3, DAY),)),
    "own_data_outside": Action(
        "steps by a suspended player to their data or the end of their account",
        (Limit(Per.SENDER, 20, DAY), Limit(Per.ADDRESS, 40, DAY)),
        note="For whoever can’t log in, from the page of the decision.",
    ),
    "rescue": Action(
        "requests of moderators for a new email address or the reset of second factors",
        (Limit(Per.SENDER, 20, DAY), Limit(Per.RECIPIENT, 4, DAY)),
        note="They wait three days, in which the player can stop them.",
    ),
    "vacation": Action("vacations set", (Limit(Per.SENDER, 20, DAY),)),
    "email_change": Action(
        "changes of email address",
        (Limit(Per.SENDER, 10, DAY), Limit(Per.RECIPIENT, 10, DAY), Limit(Per.ADDRESS, 10, DAY)),
        recipient="email address",
        counts_tries=True,
    ),
    "sign_up": Action(
        "new accounts",
        (Limit(Per.ADDRESS, 30, HOUR), Limit(Per.ADDRESS, 100, DAY), Limit(Per.RECIPIENT, 10, DAY)),
        recipient="email address",
        counts_tries=True,
    ),
    "confirm_email": Action(
        "emails to confirm an address",
        (Limit(Per.RECIPIENT, 10, DAY), Limit(Per.SENDER, 10, DAY)),
        recipient="email address",
        note="Beyond these, no email is sent; links from earlier emails still work.",
    ),
    "password_reset": Action(
        "emails to reset a password",
        (Limit(Per.RECIPIENT, 3, HOUR), Limit(Per.RECIPIENT, 10, DAY), Limit(Per.ADDRESS, 20, HOUR)),
        recipient="email address",
        counts_tries=True,
    ),
    "login_code": Action(
        "emails with a code to log in",
        (Limit(Per.RECIPIENT, 5, HOUR), Limit(Per.RECIPIENT, 15, DAY), Limit(Per.ADDRESS, 20, HOUR)),
        recipient="email address",
        note="A code works once, for ten minutes, in the browser that asked for it.",
        counts_tries=True,
    ),
    "login_code_guess": Action(
        "codes from emails entered",
        (Limit(Per.ADDRESS, 30, 10 * MINUTE), Limit(Per.RECIPIENT, MOST_GUESSES_OF_A_CODE, 10 * MINUTE)),
        recipient="code",
        note="After three wrong codes, ask for a new one.",
    ),
    "passkey": Action("log-ins with a passkey", (Limit(Per.ADDRESS, 30, 10 * MINUTE),)),
    "device": Action(
        "devices registered for push messages",
        (Limit(Per.SENDER, 30, DAY),),
        note=words.DEVICES(most=MOST_DEVICES),
    ),
    "chat_app": Action("chat apps connected", (Limit(Per.SENDER, 20, DAY),)),
    "test_notification": Action("test notifications", (Limit(Per.SENDER, 10, HOUR),)),
    "kept_form": Action(
        "forms kept for a log-in",
        (Limit(Per.ADDRESS, 20, HOUR),),
        note=words.KEPT_FORMS(most=MOST_KEPT_OF_ONE),
    ),
}

ASKED_BY_ALLAUTH = {
    "login": Action("log-ins", (Limit(Per.ADDRESS, 30, MINUTE),)),
    "login_failed": Action(
        "wrong passwords",
        (Limit(Per.ADDRESS, 10, MINUTE), Limit(Per.RECIPIENT, 5, 5 * MINUTE)),
        recipient="account",
        note="A browser you have logged in with before is counted separately.",
    ),
    "reauthenticate": Action("confirmations that it is you", (Limit(Per.SENDER, 10, MINUTE),)),
    "change_password": Action("changes of password", (Limit(Per.SENDER, 5, MINUTE),)),
    "reset_password_from_key": Action("passwords set by a link", (Limit(Per.ADDRESS, 20, MINUTE),)),
    "confirm_email": Action(
        "repeated emails to confirm an address",
        (Limit(Per.RECIPIENT, 1, 3 * MINUTE),),
        recipient="email address",
        note="If you ask again sooner, we don’t send another: please use the link in the first.",
    ),
}
PAUSE_AFTER_GUESSES = max(limit.span for limit in ASKED_BY_ALLAUTH["login_failed"].limits)
"""How long at most passwords and codes are refused after too many that were wrong."""
LONGEST_PAUSE = MINUTE
"""How long at most allauth refuses whole requests. (Beyond a limit of emails it only leaves out the email.)"""
_NOT_ALLAUTHS = ("signup", "manage_email", "reset_password", "request_login_code")
"""Actions that have limits of ours, and for which allauth's own defaults are switched off."""
_SCOPES = {Per.ADDRESS: "ip", Per.SENDER: "user", Per.RECIPIENT: "key", Per.NETWORK: "key"}


def write_for_allauth() -> dict[str, str]:
    """ACCOUNT_RATE_LIMITS, as `10/60s/ip,5/300s/key`; with actions of our own for wider networks, as `160/60s/key`."""
    rates = {name: ",".join(map(_write_rate, action.limits)) for name, action in ASKED_BY_ALLAUTH.items()}
    wider = {
        name_wider(name, bits): _write_rate(replace(limit, most=limit.most * times, per=Per.NETWORK))
        for name, action in ASKED_BY_ALLAUTH.items()
        for limit in action.limits
        if limit.per == Per.ADDRESS
        for bits, times in WIDER.items()
    }
    return {**dict.fromkeys(_NOT_ALLAUTHS, ""), **rates, **wider}


def name_wider(action: str, bits: int) -> str:
    """The name under which `accounts.signing_in.guessing` counts an action of allauth for networks of so many bits."""
    return f"{action}_in_{bits}"


def _write_rate(limit: Limit) -> str:
    return f"{limit.most}/{limit.span // timedelta(seconds=1)}s/{_SCOPES[limit.per]}"

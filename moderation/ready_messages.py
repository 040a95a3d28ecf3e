"""The messages that come with the site. A migration adds them once, and then staff may change or delete each.

Each can be sent unchanged: it has no gaps to fill, names no person, and leaves the length and the rule to the decision.
"""

from __future__ import annotations

from moderation.ready_answers import ANSWERS, Ready

__all__ = ["READY", "Ready"]

ABUSE = "What you wrote to another player was insulting or threatening."
SPAM = "You sent advertising, or the same message to many players."
HELP = "In a running game you used a program, or the advice of somebody else, to find your turns."
ACCOUNTS = "You play here with more than one account. Each person has one."
SCORE = "You lost games on purpose, arranged results, or dropped many running games at once."
STALLING = (
    "In a lost game you drew out the end to annoy your opponent. Slow play alone is fine; this was more than that."
)
NAME = "Your name or your profile offends others, or pretends to be somebody else."
OTHER = "We looked into something that was reported to us, and what you did isn’t what we want here."
UNSEEN = "Others no longer see it. Please read our rules: next time we have to do more."
AFTERWARDS = "You are welcome again afterwards, if you then keep to the rules."
UNRATED = f"You can still play unrated games. {AFTERWARDS}"
UNTRUE_GAMES = "We looked at these games, and they don’t show how well you and your opponents play."
UNTRUE_GAME = "This game doesn’t show how well you two play, so your ratings ignore it. Its result stands."

NOTHING = "You have done nothing wrong, and this counts for nothing."

READY = (
    # Messages that count against no one
    Ready("message", "message", "", "Message: a question", f"{NOTHING} We have a question: please write to us."),
    Ready(
        "message_accounts",
        "message",
        "accounts",
        "Message: a shared device",
        f"{NOTHING} Do you share a device or a connection with somebody else who plays here? You both may; please just "
        "tell us, and don’t play rated games against each other.",
    ),
    Ready(
        "message_words",
        "message",
        "words",
        "Message: somebody annoys you",
        f"{NOTHING} If somebody annoys you, mute or block them on their profile: that works at once, unseen.",
    ),
    # Warnings
    Ready("warn", "warn", "", "Warning", f"{OTHER} Please read our rules: next time we have to do more."),
    Ready(
        "warn_words",
        "warn",
        "words",
        "Warning: abuse",
        f"{ABUSE} Please stay polite, also when a game goes badly. If somebody annoys you, mute them and tell us.",
    ),
    Ready("warn_spam", "warn", "spam", "Warning: spam", f"{SPAM} Please stop: people come here to play."),
    Ready(
        "warn_help",
        "warn",
        "help",
        "Warning: help in a running game",
        f"{HELP} Please finish your games on your own. Our practice board, books and finished games are fine.",
    ),
    Ready(
        "warn_accounts",
        "warn",
        "accounts",
        "Warning: two accounts",
        f"{ACCOUNTS} Please choose the one you want to keep, and close the other in its settings.",
    ),
    Ready(
        "warn_score",
        "warn",
        "score",
        "Warning: results or time",
        f"{SCORE} Please play each game to win or to draw, and start only those you mean to finish.",
    ),
    Ready(
        "warn_stalling",
        "warn",
        "stalling",
        "Warning: stalling",
        f"{STALLING} Please play on, or resign, without offers and pauses that help nobody.",
    ),
    Ready("warn_name", "warn", "name", "Warning: name or profile", f"{NAME} Please change it today."),
    Ready(
        "warn_other",
        "warn",
        "other",
        "Warning: something else",
        f"{OTHER} Nothing is forbidden to you because of it, but please don’t do it again.",
    ),
    # Mutes
    Ready(
        "mute",
        "mute",
        "",
        "Mute",
        "What you wrote to other players is against our rules. Your games go on, and you still read what others write.",
    ),
    Ready(
        "mute_words",
        "mute",
        "words",
        "Mute: abuse",
        f"{ABUSE} Your games go on, and you still read what others write. Please stay polite afterwards.",
    ),
    Ready(
        "mute_spam",
        "mute",
        "spam",
        "Mute: spam",
        f"{SPAM} Your games go on, and you still read what others write. Please write only to people you know or play.",
    ),
    Ready(
        "mute_other",
        "mute",
        "other",
        "Mute: something else",
        f"{OTHER} Your games go on, and you still read what others write.",
    ),
    # Challenges and rated games
    Ready("bar", "bar", "", "No challenges", f"{OTHER} The games that you have go on. {AFTERWARDS}"),
    Ready("bar_spam", "bar", "spam", "No challenges: spam", f"{SPAM} The games that you have go on. {AFTERWARDS}"),
    Ready(
        "bar_score",
        "bar",
        "score",
        "No challenges: results or time",
        f"{SCORE} Please finish the games that you have. {AFTERWARDS}",
    ),
    Ready(
        "bar_stalling",
        "bar",
        "stalling",
        "No challenges: stalling",
        f"{STALLING} Please finish the games that you have. {AFTERWARDS}",
    ),
    Ready("bar_rated", "bar_rated", "", "No rated games", f"{OTHER} {UNRATED}"),
    Ready("bar_rated_score", "bar_rated", "score", "No rated games: results or time", f"{SCORE} {UNRATED}"),
    Ready("take_rated_out_since", "take_rated_out_since", "", "Rated games taken out", UNTRUE_GAMES),
    # Suspensions
    Ready("suspend", "suspend", "", "Suspension", f"{OTHER} {AFTERWARDS}"),
    Ready("suspend_words", "suspend", "words", "Suspension: abuse", f"{ABUSE} {AFTERWARDS}"),
    Ready("suspend_spam", "suspend", "spam", "Suspension: spam", f"{SPAM} {AFTERWARDS}"),
    Ready("suspend_help", "suspend", "help", "Suspension: help in a running game", f"{HELP} {AFTERWARDS}"),
    Ready(
        "suspend_accounts",
        "suspend",
        "accounts",
        "Suspension: two accounts",
        f"{ACCOUNTS} This account is closed to you so long. If you think that we mixed you up with somebody who "
        "shares your home or your school, please appeal and tell us.",
    ),
    Ready("suspend_score", "suspend", "score", "Suspension: results or time", f"{SCORE} {AFTERWARDS}"),
    Ready("suspend_stalling", "suspend", "stalling", "Suspension: stalling", f"{STALLING} {AFTERWARDS}"),
    Ready("suspend_name", "suspend", "name", "Suspension: name or profile", f"{NAME} {AFTERWARDS}"),
    Ready("suspend_other", "suspend", "other", "Suspension: something else", f"{OTHER} {AFTERWARDS}"),
    # What a person wrote, is called or reports
    Ready(
        "remove_writing_words",
        "remove_writing",
        "words",
        "Removed: abuse",
        f"{ABUSE} {UNSEEN}",
    ),
    Ready("remove_writing_spam", "remove_writing", "spam", "Removed: spam", f"{SPAM} {UNSEEN}"),
    Ready("remove_writing", "remove_writing", "", "Removed", "It is against our rules, and others no longer see it."),
    Ready(
        "remove_since",
        "remove_since",
        "",
        "All removed",
        "Much of what you wrote lately is against our rules, and others no longer see any of it since that day.",
    ),
    Ready(
        "remove_since_words",
        "remove_since",
        "words",
        "All removed: abuse",
        f"{ABUSE} {UNSEEN}",
    ),
    Ready("remove_since_spam", "remove_since", "spam", "All removed: spam", f"{SPAM} {UNSEEN}"),
    Ready(
        "rename",
        "rename",
        "",
        "New name",
        "Your name offends others, or pretends to be somebody else. Please choose another; your games go on.",
    ),
    Ready(
        "clear_profile",
        "clear_profile",
        "",
        "Profile text removed",
        "The text on your profile is against our rules. You may write another one.",
    ),
    Ready(
        "bar_reports",
        "bar_reports",
        "",
        "No reports",
        "You reported others without good reason, and more than once. If something really happens to you, write to us.",
    ),
    # Games: both players read it
    Ready(
        "adjudicate",
        "adjudicate",
        "",
        "Result decided",
        "We looked at this game and decided its result, since it couldn’t be decided fairly by playing on.",
    ),
    Ready(
        "void",
        "void",
        "",
        "Game without a result",
        "We looked at this game, and no result of it would be fair. It counts for neither of you.",
    ),
    Ready("take_out_of_ratings", "take_out_of_ratings", "", "Game out of the ratings", UNTRUE_GAME),
    Ready(
        "move_deadline",
        "move_deadline",
        "",
        "Deadline moved",
        "We moved the deadline of this turn, since time was lost that is the fault of neither of you.",
    ),
    Ready(
        "pause",
        "pause",
        "",
        "Game paused",
        "We stopped the clock of this game while we look into something. Neither of you loses time by it.",
    ),
    Ready("resume", "resume", "", "Game resumed", "What we looked into is settled, and the game goes on."),
    Ready(
        "reopen",
        "reopen",
        "",
        "Game goes on",
        "This game ended in a way that wasn’t right, so it goes on from where it was.",
    ),
    Ready(
        "take_back",
        "take_back",
        "",
        "Turns taken back",
        "The last turns of this game came about by a fault, so we took them back.",
    ),
    Ready(
        "close_chat",
        "close_chat",
        "",
        "Chat closed",
        "What was written in this chat is against our rules, so we closed it. The game itself goes on.",
    ),
    Ready(
        "hide_game",
        "hide_game",
        "",
        "Game hidden",
        "What this game shows isn’t fit for everybody, so only the two of you see it now. It counts as before.",
    ),
    Ready(
        "remove_line",
        "remove_line",
        "",
        "Line removed",
        "A line in the chat of this game is against our rules, so we removed it. The game itself goes on.",
    ),
    # Undone, appeals
    Ready(
        "undo",
        "undo",
        "",
        "Decided by mistake",
        "This was decided by mistake: it didn’t happen as we thought. We are sorry.",
    ),
    Ready(
        "appeal_right",
        "answer_appeal",
        "",
        "Appeal: you were right",
        "You were right, and we were wrong. The decision is undone, and it doesn’t count against you. We are sorry.",
    ),
    Ready(
        "appeal_wrong",
        "answer_appeal",
        "",
        "Appeal: it stands",
        "We read everything again, and somebody else than the one who decided looked at it. The decision stands: what "
        "happened is against the rule that it names.",
    ),
    *ANSWERS,
)

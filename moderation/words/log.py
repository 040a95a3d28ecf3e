"""What the log says that staff did. Actions have their own sentences in their files. Times are in UTC."""

from core.words import Said, Sentence

TOGETHER = Sentence("together", "One decision: {measures}.")

# --- Restrictions ------------------------------------------------------------------------------------------------
WARNED = Sentence("warned", "Warned.")
PROFILE_CLEARED = Sentence("profile_cleared", "Profile text removed.")
RENAMED = Sentence("renamed", "Has to choose a new name.")
MUTED_UNTIL = Sentence("muted_until", "Muted until {until} UTC.")
MUTED = Sentence("muted", "Muted for good.")
BARRED_OPEN_UNTIL = Sentence("barred_open_until", "No open challenges until {until} UTC.")
BARRED_OPEN = Sentence("barred_open", "No open challenges for good.")
BARRED_UNTIL = Sentence("barred_until", "No challenges until {until} UTC.")
BARRED = Sentence("barred", "No challenges for good.")
BARRED_RATED_UNTIL = Sentence("barred_rated_until", "No rated games until {until} UTC.")
BARRED_RATED = Sentence("barred_rated", "No rated games for good.")
BARRED_REPORTS_UNTIL = Sentence("barred_reports_until", "No reports until {until} UTC.")
BARRED_REPORTS = Sentence("barred_reports", "No reports for good.")
SUSPENDED_UNTIL = Sentence("suspended_until", "Suspended until {until} UTC.")
SUSPENDED = Sentence("suspended", "Suspended for good.")
UNTIL = {
    "muted": MUTED_UNTIL,
    "barred_rated": BARRED_RATED_UNTIL,
    "barred_open": BARRED_OPEN_UNTIL,
    "barred": BARRED_UNTIL,
    "barred_reports": BARRED_REPORTS_UNTIL,
    "suspended": SUSPENDED_UNTIL,
}
"""The sentences for restrictions with an end, by kind."""
WITHOUT_END = {
    "warned": WARNED,
    "profile_cleared": PROFILE_CLEARED,
    "renamed": RENAMED,
    "muted": MUTED,
    "barred_rated": BARRED_RATED,
    "barred_open": BARRED_OPEN,
    "barred": BARRED,
    "barred_reports": BARRED_REPORTS,
    "suspended": SUSPENDED,
}
LIFTED = Sentence("lifted", "Lifted: {kind}.")

# --- Games -------------------------------------------------------------------------------------------------------
STAFF_ACTED = Sentence("staff_acted", "{label}.")
BEFORE = Sentence("before", "Before: {result}")

# --- Reports, appeals, colleagues --------------------------------------------------------------------------------
REPORT_ANSWERED = Sentence("report_answered", "Answered: {outcome}.")
REPORTS_ANSWERED = Sentence("reports_answered", "{n} report answered.", "{n} reports answered.", "n")
REPORT_WITHDRAWN = Sentence("report_withdrawn", "Report withdrawn by the reporter: {matter}.")
APPEAL_ANSWERED = Sentence("appeal_answered", "Appeal answered: {outcome}.")
HANDED_OVER = Sentence("handed_over", "Handed over to a colleague.")
CONFIRMED = Sentence("confirmed", "Confirmed.")
NOTHING_TO_DECIDE = Sentence("nothing_to_decide", "Nothing is to be decided.")
SIGNAL_DISMISSED = Sentence("signal_dismissed", "Signal dismissed: {signal}: {people}, {numbers}.")

# --- The site ----------------------------------------------------------------------------------------------------
SWITCHED_TIGHTENED = Sentence(
    "switched_tightened", "Sign-ups: {sign_ups}. Limits of new accounts: tightened until {until} UTC."
)
SWITCHED = Sentence("switched", "Sign-ups: {sign_ups}. Limits of new accounts: as usual.")
CLOSED_TO_NEW = Sentence("closed_to_new", "Sign-ups and challenges of new accounts closed until {until} UTC.")
OPENED_TO_NEW = Sentence("opened_to_new", "Sign-ups and challenges of new accounts opened again.")
TEMPLATE_ADDED = Sentence("template_added", "Message template added: {title}.")
TEMPLATE_CHANGED = Sentence("template_changed", "Message template changed: {title}.")
TEMPLATE_DELETED = Sentence("template_deleted", "Message template deleted: {title}.")
COMPUTER_ON = Sentence("computer_on", "Computer switched on.")
COMPUTER_OFF = Sentence("computer_off", "Computer switched off.")


def tell_imposed(kind: str, until: object) -> Said:
    """Says that a restriction of this kind was imposed, until when or without an end."""
    return WITHOUT_END[kind]() if until is None or kind not in UNTIL else UNTIL[kind](until=until)

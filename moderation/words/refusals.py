"""What staff, and those who report or appeal, read when something is refused."""

from core.words import Sentence

# --- Acting and undoing ------------------------------------------------------------------------------------------
NO_TOLD_TO_PERSON = Sentence("no_told", "Please write what the person reads.")
NO_TOLD_TO_PLAYERS = Sentence("no_told", "Please write what the players read.")
NO_REASON = Sentence("no_reason", "Please give a reason: it is kept on record.")
NOBODYS = Sentence("nobodys", "Nobody logs in to this account, so this can’t be done to it.")
NO_REVERSE = Sentence("no_reverse", "There is nothing to undo here.")
REVERSED_ALREADY = Sentence("reversed_already", "This has been reversed already.")
HIGHER_UNDOES = Sentence("higher", "An administrator decided this, so an administrator has to undo it.")
REVERSED_LATELY = Sentence(
    "reversed_lately", "An appeal has reversed this within 30 days: only an administrator may do it again."
)
NOTHING_TO_LIFT = Sentence("nothing_to_lift", "There is nothing to lift.")
NO_RIGHTS = Sentence("no_rights", "This account can have no rights.")
RIGHTS_CHANGED_SINCE = Sentence("changed_since", "Their rights have been changed since.")
NO_PROFILE_TEXT = Sentence("no_text", "There is no text on this profile.")
TEXT_CHANGED_SINCE = Sentence("changed_since", "The person has written another text since.")
FACTOR_FOR_DEADLINE = Sentence("factor", "Please show your second factor once more to do this.")
NOT_BEGUN = Sentence("not_begun", "That day hasn’t begun yet.")
NOTHING_SINCE = Sentence("nothing", "There is nothing by this person that others have seen since then.")
NOTHING_RATED_SINCE = Sentence(
    "nothing", "This person has no rated games since then, or staff have taken them all out already."
)
NO_PERSON = Sentence("no_person", "There is no player {name}.")
REMOVED_ALREADY = Sentence("removed_already", "Others can’t see that any more.")
NO_END = Sentence("no_end", "Games can’t be paused for good. Choose an end.")
OWN_GAME = Sentence(
    "own_game", "You are playing this person, so somebody else has to decide; or let running games go on."
)

# --- Who may decide ----------------------------------------------------------------------------------------------
CONCERNED = Sentence("concerned", "Somebody else has to decide this.")
CONCERNED_PLAYED = Sentence(
    "concerned",
    "Somebody else has to decide this: you are playing {name}, or have played them in the last 90 days.",
)
CONCERNED_REPORTED = Sentence("concerned", "Somebody else has to decide this: you have reported {name}.")
FACTOR_TO_DECIDE = Sentence("factor", "Please show your second factor once more to decide this.")
HELD = Sentence("held", "{name} is working on {person}, until {time} at the latest. Wait, or hand over.")
REFERRAL_ANSWERED = Sentence("answered", "Somebody has answered this already.")

# --- Appeals -----------------------------------------------------------------------------------------------------
NO_APPEAL_TEXT = Sentence("no_text", "Please say why the decision is wrong.")
NOT_STANDING = Sentence("not_standing", "This decision can no longer be appealed.")
APPEALED_ALREADY = Sentence("appealed_already", "You have already appealed. Each decision has one appeal.")
NO_ANSWER_TEXT = Sentence("no_text", "Please write what the person reads.")
OWN_DECISION = Sentence("own", "You decided this, so another moderator or an administrator has to answer the appeal.")
HIGHER_ANSWERS = Sentence("higher", "An administrator decided this, so an administrator has to answer the appeal.")
APPEAL_ANSWERED = Sentence("answered", "This appeal has been answered.")
APPEAL_CLAIMED = Sentence("claimed", "{name} is working on this.")

# --- Reports -----------------------------------------------------------------------------------------------------
SELF_REPORTED = Sentence("self", "You can’t report yourself.")
NO_REPORT_TEXT = Sentence("no_text", "Please say what happened, so that someone can look into it.")
NO_GAME = Sentence("no_game", "Please tell us in which game.")
OPEN_ALREADY = Sentence(
    "open_already",
    "Your report about this, for the same reason, is already with our staff. You can add to it on the page of your "
    "reports.",
)
REPORT_ANSWERED = Sentence("answered", "This report has been answered.")
REPORT_CLAIMED = Sentence("claimed", "{name} is working on this, until {time} at the latest.")
FACTOR_TO_ANSWER = Sentence("factor", "Please show your second factor once more to answer this.")
NO_ADDITION = Sentence("no_text", "Please write what you want to add.")
NO_ROOM = Sentence("too_long", "There is room for {left:,} more characters in this report, and this is {length:,}.")
OWN_WITHDRAWN = Sentence("answered", "You have withdrawn this report. If there is more to tell, make another.")
OWN_ANSWERED = Sentence("answered", "Our staff have answered this report. If there is more to tell, make another.")

# --- The site ----------------------------------------------------------------------------------------------------
CLOSED_TOO_LONG = Sentence("too_long", "Only administrators can close it for longer.")
CLOSED_ALREADY = Sentence("closed_already", "It is closed already. Only administrators can prolong it.")
CLOSED_LATELY = Sentence(
    "closed_lately", "It was closed in the last 24 hours. Until {time}, only administrators can do so again."
)
SITE_IS_OPEN = Sentence("open_already", "It is open already.")
SIGNAL_GONE = Sentence(
    "gone", "This is no longer among the signals: its numbers have changed, or somebody else has dismissed it."
)
MESSAGE_DELETED = Sentence("deleted", "This message has been deleted by another member of staff.")
COPY_NOT_READY = Sentence("not_ready", "There is no copy that is ready. Please ask for one.")

# --- Pages that they may not open ---------------------------------------------------------------------------------
FOR_MODERATORS = Sentence("not_yours", "These pages are for our moderators.")
FOR_ADMINISTRATORS = Sentence("not_yours", "Only administrators can do that.")
ABOUT_YOURSELF = Sentence("concerned", "This page would tell you who reported you.")
COMPARED_WITH_YOURSELF = Sentence("concerned", "This would be about yourself.")

"""What staff, and those who report or appeal, are told when something is refused."""

from core.words import Sentence

NO_TOLD = Sentence("no_told", "Please write what {reader}.")
NO_REASON = Sentence("no_reason", "Please give a reason: it is kept on record.")
HIGHER = Sentence("higher", "An administrator decided this, so an administrator has to undo it.")
NO_REVERSE = Sentence("no_reverse", "There is nothing to undo here.")
REVERSED_ALREADY = Sentence("reversed_already", "This has been reversed already.")
NOBODYS = Sentence("nobodys", "Nobody logs in to this account, so this can’t be done to it.")
NO_RIGHTS = Sentence("no_rights", "This account can have no rights.")
CHANGED_SINCE = Sentence("changed_since", "Their rights have been changed since.")
NO_TEXT = Sentence("no_text", "There is no text on this profile.")
CHANGED_SINCE_CLEAR_PROFILE = Sentence("changed_since", "The person has written another text since.")
FACTOR = Sentence("factor", "Please show your second factor once more to do this.")
NOT_BEGUN = Sentence("not_begun", "That day hasn’t begun yet.")
NOTHING = Sentence("nothing", "There is nothing by this person that others have seen since then.")
REMOVED_ALREADY = Sentence("removed_already", "Others can’t see that any more.")
NO_END = Sentence("no_end", "Games can’t be paused for good. Choose an end.")
OWN_GAME = Sentence(
    "own_game", "You are playing this person, so somebody else has to decide; or let running games go on."
)
NOTHING_TO_LIFT = Sentence("nothing_to_lift", "There is nothing to lift.")
NO_TEXT_APPEALS = Sentence("no_text", "Please say why the decision is wrong.")
NOT_STANDING = Sentence("not_standing", "This decision can no longer be appealed.")
NO_TEXT_APPEALS_2 = Sentence("no_text", "Please write what the person reads.")
OWN = Sentence("own", "You decided this, so another moderator or an administrator has to answer the appeal.")
ANSWERED = Sentence("answered", "This appeal has been answered.")
CLAIMED = Sentence("claimed", "{held_by} is working on this.")
HIGHER_APPEALS = Sentence("higher", "An administrator decided this, so an administrator has to answer the appeal.")
APPEALED_ALREADY = Sentence("appealed_already", "You have already appealed. Each decision has one appeal.")
REVERSED_LATELY = Sentence(
    "reversed_lately", "An appeal has reversed this within 30 days: only an administrator may do it again."
)
CONCERNED = Sentence("concerned", "Somebody else has to decide this.")
FACTOR_DECIDING = Sentence("factor", "Please show your second factor once more to decide this.")
HELD = Sentence("held", "{held_by} is working on {person}, until {until:%H:%M %Z} at the latest. Wait, or hand over.")
DELETED = Sentence("deleted", "This message has been deleted by another member of staff.")
NO_TEXT_OWN_REPORTS = Sentence("no_text", "Please write what you want to add.")
ANSWERED_OWN_REPORTS = Sentence("answered", "{sentence} If there is more to tell, make another.")
TOO_LONG = Sentence("too_long", "There is room for {left:,} more characters in this report, and this is {len:,}.")
ANSWERED_REFERRALS = Sentence("answered", "Somebody has answered this already.")
OPEN_ALREADY = Sentence(
    "open_already",
    "Your report about {title} for this reason is already with our staff. You can add to it on the page of your "
    "reports.",
)
SELF = Sentence("self", "You can’t report yourself.")
NO_TEXT_REPORTS = Sentence("no_text", "Please say what happened, so that someone can look into it.")
NO_GAME = Sentence("no_game", "Please tell us in which game.")
ANSWERED_REPORTS = Sentence("answered", "This report has been answered.")
CLAIMED_REPORTS = Sentence("claimed", "{held_by} is working on this, until {until:%H:%M %Z} at the latest.")
FACTOR_REPORTS = Sentence("factor", "Please show your second factor once more to answer this.")
TOO_LONG_SAFEGUARDS = Sentence("too_long", "Only administrators can close it for longer.")
CLOSED_ALREADY = Sentence("closed_already", "It is closed already. Only administrators can prolong it.")
CLOSED_LATELY = Sentence(
    "closed_lately", "It was closed in the last 24 hours. Until {tell_instant}, only administrators can do so again."
)
OPEN_ALREADY_SAFEGUARDS = Sentence("open_already", "It is open already.")
GONE = Sentence(
    "gone", "This is no longer among the signals: its numbers have changed, or somebody else has dismissed it."
)
NOT_READY = Sentence("not_ready", "There is no copy that is ready. Please ask for one.")

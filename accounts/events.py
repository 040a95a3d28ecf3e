"""What accounts announce to higher apps, inside the transaction that made it true. Signals carry ids only."""

from django.dispatch import Signal

# Vacation was set or ended: the clocks that it pauses must be put right.
vacation_changed = Signal()  # user_id, vacation_id, was: its span before, None for a new one; now: of the change

# Somebody asked to have their account closed in a week; the user is locked.
account_closing = Signal()  # user_id, now
# An account is closed for good: whatever is only its owner's is to be deleted.
account_closed = Signal()  # user_id, now
# Somebody is logged out of one browser: it has this mark (see known_devices; may be empty) and sends this User-Agent.
logged_out_here = Signal()  # user_id, mark, browser
# Somebody is logged out everywhere but in the browser of this mark; where it is empty, everywhere.
logged_out_elsewhere = Signal()  # user_id, mark
# A copy of somebody's data is made. A receiver returns what it has, by names: a mapping, or rows one after another.
account_exporting = Signal()  # user_id

# One player blocked or muted another; both are locked.
player_blocked = Signal()  # user_id, other_id, mute, now

# A person's day begins and ends at other hours from now on.
time_zone_changed = Signal()  # user_id

restriction_imposed = Signal()  # restriction_id, now: staff laid it on a person
restriction_closed = Signal()  # restriction_id, now: its time was over, it was lifted, or the person has read it

# A visitor who comes by this path wants to sign up: a receiver that knows an open invitation there answers True.
invitation_shown = Signal()  # page
# The page for signing up is shown: a receiver that has something to say there answers with a sentence.
sign_up_shown = Signal()  # request
# The form for signing up is shown: a receiver that knows, by what stood in an email alone, which address this visitor
# was invited at answers with it.
invited_address_shown = Signal()  # request
# An account was made, in the caller's transaction: a receiver that has proof from this browser that the address is its
# owner's spends it and answers True. Then no email has to confirm the address.
address_proof_wanted = Signal()  # request, user

# Something is to be done of which a person was told by email: the sender of emails answers True while what was written
# at that instant waits.
told_of = Signal()  # user_id, at

# By which name files that anybody may download tell of a person has changed: they want to be named there, or no more,
# or have another name.
naming_changed = Signal()  # user_id

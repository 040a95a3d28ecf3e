"""What the ways in say to who brings a mail, or writes one in the mailbox."""

from core.words import Sentence

WRONG_SIGNATURE = Sentence("reply_wrong_signature", "The signature or the password is wrong.")
TRY_AGAIN = Sentence("reply_try_again", "This mail is not dealt with yet. Please bring it again.")
ANSWERED = Sentence("reply_from_mailbox", "Sent. The answer to it will be in this list in a moment.")
NOT_READ = Sentence(
    "reply_from_mailbox_not_read",
    "It wasn’t read: its player has switched replies off, or sent too many.",
)

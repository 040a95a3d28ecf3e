"""Describes the email channel: its names, its sentences, and whom it reaches."""

from contextlib import AbstractContextManager

from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from notifications.contract import Carrier, Channel
from notifications.models import EMAIL


class Email(Channel):
    name = EMAIL
    label = _("email")
    by = _("by email")
    order = 0
    joins_turns = True
    uses_address = True
    fails = _("The site can’t send email. See the log or /healthz; docs/operations.md says what to do")
    test_button = _("Send me a test email")
    test_sent = Sentence("test_sent", "A test is on its way to {address}. The result will appear below.")
    broken = _("Our emails don’t reach you, so your notifications go another way.")
    mend_link = ("account_email", _("Check your address."))
    mend_hint = _("Change it, or send a test: if it arrives, we’ll use this address again.")

    def open_carrier(self) -> AbstractContextManager[Carrier]:
        from notifications.channels.email.carrier import Mail  # only processes that deliver load it

        return Mail()


channel = Email()

"""What email says of itself."""

from contextlib import AbstractContextManager

from notifications.contract import Carrier, Channel
from notifications.models import EMAIL


class Email(Channel):
    name = EMAIL
    label = "mail"
    by = "by mail"
    order = 0
    uses_address = True
    test_button = "Send me a test mail"
    test_sent = "A test is on its way to {address}. Its fate shows below in a moment."
    broken = "Our mails do not reach you, so your news goes another way."
    mend_link = ("account_email", "Is your address right?")
    mend_hint = "A new address begins afresh; so does this one if a test arrives."

    def open_carrier(self) -> AbstractContextManager[Carrier]:
        from notifications.channels.email.carrier import Mail

        return Mail()


channel = Email()

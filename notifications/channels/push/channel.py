"""What the site says of push messages as a channel."""

from contextlib import AbstractContextManager

from django.db.models import Exists, OuterRef

from notifications.channels.push import vapid
from notifications.contract import Carrier, PartialChannel
from notifications.models import Device


class Push(PartialChannel):
    name = "push"
    label = "push"
    by = "by push"
    order = 10
    fails = "Push services refuse what the site sends, or its key. See the log; docs/operations.md says what to do"
    test_button = "Send me a test push message"
    test_sent = "A test is on its way to your devices. The result will appear below."
    broken = "Push messages no longer reach your devices, so your notifications go another way."
    broken_link = ("notice_devices", "Fix it")
    mend_link = ("notice_devices", "Register a device again.")
    mend_hint = ""
    unreached = "You haven’t registered a device."
    unreached_link = ("notice_devices", "Register this one.")
    unreached_test = "You haven’t registered a device for push messages. Register one first."

    def open_carrier(self) -> AbstractContextManager[Carrier]:
        from notifications.channels.push.carrier import Push  # with its encryption, loaded by those that deliver alone

        return Push()

    def is_set_up(self) -> bool:
        return vapid.is_set_up()

    def find_reached(self) -> Exists:
        return Exists(Device.objects.filter(user=OuterRef("pk")))


channel = Push()

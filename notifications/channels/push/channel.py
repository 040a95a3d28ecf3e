"""What push says of itself."""

from contextlib import AbstractContextManager

from django.db.models import Exists, OuterRef

from accounts.models import User
from notifications.channels.push import vapid
from notifications.contract import Carrier, Channel
from notifications.models import Device


class Push(Channel):
    name = "push"
    label = "push"
    by = "by push"
    order = 10
    reaches_everybody = False
    test_button = "Send me a test by push"
    test_sent = "A test is on its way to your devices. Its fate shows below in a moment."
    broken = "Push messages no longer reach your devices, so your news goes another way."
    broken_link = ("notice_devices", "See to it")
    mend_link = ("notice_devices", "Register a device anew.")
    mend_hint = ""
    unreached = "No device of yours is registered."
    unreached_link = ("notice_devices", "Register this one.")
    unreached_test = "No device of yours takes push messages yet. Register one first."

    def open_carrier(self) -> AbstractContextManager[Carrier]:
        from notifications.channels.push.carrier import Push

        return Push()

    def is_set_up(self) -> bool:
        return vapid.is_set_up()

    def find_reached(self) -> Exists:
        return Exists(Device.objects.filter(user=OuterRef("pk")))

    def reaches(self, user: User) -> bool:
        return Device.objects.filter(user=user).exists()


channel = Push()

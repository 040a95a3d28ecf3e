"""Addresses of the notifications app."""

from django.urls import path

from notifications.views import mailbox, stop, switches, timing

urlpatterns = [
    path("settings/notices/", switches.notice_switches, name="notice_switches"),
    path("settings/notices/when/", timing.notice_timing, name="notice_timing"),
    path("settings/notices/test/", switches.send_test, name="notice_test"),
    path("unsubscribe/<str:token>/", stop.unsubscribe, name="unsubscribe"),
    path("never/<str:token>/", stop.block_address, name="block_address"),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<str:name>/", mailbox.mailbox_mail, name="mailbox_mail"),
    path("mailbox/<str:name>/html/", mailbox.mailbox_html, name="mailbox_html"),
]

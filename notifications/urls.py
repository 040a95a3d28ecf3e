"""The addresses of the notifications app: a player's choices, the links in emails, and the addresses of every
channel."""

from django.urls import include, path

from notifications import registry
from notifications.preferences.views import stop, switches, timing

urlpatterns = [
    path("settings/notifications/", switches.notice_switches, name="notice_switches"),
    path("settings/notifications/when/", timing.notice_timing, name="notice_timing"),
    path("settings/notifications/test/", switches.send_test, name="notice_test"),
    path("unsubscribe/<str:token>/", stop.unsubscribe, name="unsubscribe"),
    path("never/<str:token>/", stop.block_address, name="block_address"),
    path("", include("notifications.chat_apps.urls")),
    *(path("", include(urls)) for urls in registry.CHANNELS.parts("urls")),
]

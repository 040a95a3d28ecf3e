"""Addresses of the notifications app."""

from django.urls import path

from notifications.views import bell, bounces, devices, feeds, installing, mailbox, stop, switches, timing

urlpatterns = [
    path("settings/notices/", switches.notice_switches, name="notice_switches"),
    path("settings/notices/when/", timing.notice_timing, name="notice_timing"),
    path("settings/notices/test/", switches.send_test, name="notice_test"),
    path("settings/notices/devices/", devices.notice_devices, name="notice_devices"),
    path("settings/notices/devices/<int:pk>/remove/", devices.remove_device, name="device_remove"),
    path("settings/notices/devices/forget/", devices.forget_push, name="forget_push"),
    path("settings/notices/feeds/", feeds.notice_feeds, name="notice_feeds"),
    path("settings/notices/feeds/renew/", feeds.renew_feeds, name="renew_feeds"),
    path("notices/", bell.notices, name="notices"),
    path("notices/seen/", bell.see_all, name="notices_seen"),
    path("push/subscribe/", devices.subscribe, name="push_subscribe"),
    path("push/unsubscribe/", devices.unsubscribe_device, name="push_unsubscribe"),
    path("push/renew/", devices.renew, name="push_renew"),
    path("service-worker.js", installing.service_worker, name="service_worker"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("icon-<int:size>.png", installing.icon, name="icon"),
    path("feeds/<str:token>/turns.xml", feeds.turns, name="feed_turns"),
    path("feeds/<str:token>/deadlines.ics", feeds.deadlines, name="feed_deadlines"),
    path("mail-events/<slug:provider>/", bounces.mail_events, name="mail_events"),
    path("unsubscribe/<str:token>/", stop.unsubscribe, name="unsubscribe"),
    path("never/<str:token>/", stop.block_address, name="block_address"),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<str:name>/", mailbox.mailbox_mail, name="mailbox_mail"),
    path("mailbox/<str:name>/html/", mailbox.mailbox_html, name="mailbox_html"),
]

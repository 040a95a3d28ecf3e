"""The addresses of push: a reader's devices, what browsers report, and what lets them install the site."""

from django.urls import path

from notifications.channels.push.views import devices, installing

urlpatterns = [
    path("settings/notifications/devices/", devices.notice_devices, name="notice_devices"),
    path("settings/notifications/devices/<int:pk>/remove/", devices.remove_device, name="device_remove"),
    path("settings/notifications/devices/forget/", devices.forget_push, name="forget_push"),
    path("push/subscribe/", devices.subscribe, name="push_subscribe"),
    path("push/unsubscribe/", devices.unsubscribe_device, name="push_unsubscribe"),
    path("push/renew/", devices.renew, name="push_renew"),
    path("service-worker.js", installing.service_worker, name="service_worker"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("icon-<int:size>.png", installing.icon, name="icon"),
]

"""Addresses of the inbox."""

from django.urls import path

from notifications.channels.inbox import views

urlpatterns = [
    path("inbox/", views.notices, name="notices"),
    path("inbox/seen/", views.see_all, name="notices_seen"),
]

"""Addresses of the inbox."""

from django.urls import path

from notifications.channels.inbox import views

urlpatterns = [
    path("notices/", views.notices, name="notices"),
    path("notices/seen/", views.see_all, name="notices_seen"),
]

"""The addresses of the inbox."""

from django.urls import path

from notifications.channels.inbox import views

urlpatterns = [
    path("inbox/", views.inbox, name="inbox"),
    path("inbox/seen/", views.see_all, name="inbox_seen"),
]

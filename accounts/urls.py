"""Addresses of the accounts app. A person's public page is a view of games."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("settings/", views.settings, name="settings"),
    path("settings/time-zone/", views.learn_time_zone, name="learn_time_zone"),
]

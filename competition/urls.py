"""Addresses of standing challenges and ladders."""

from django.urls import path

from competition.views import ladder

urlpatterns = [
    path("ladder/", ladder.ladders, name="ladders"),
    path("ladder/<slug:slug>/", ladder.ladder_page, name="ladder"),
    path("ladder/<slug:slug>/join/", ladder.join, name="ladder_join"),
    path("ladder/<slug:slug>/leave/", ladder.leave, name="ladder_leave"),
    path("ladder/<slug:slug>/challenge/", ladder.challenge, name="ladder_challenge"),
]

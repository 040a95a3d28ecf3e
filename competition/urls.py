"""Addresses of standing challenges and ladders."""

from django.urls import path

from competition.views import ladder, standing

urlpatterns = [
    path("standing/", standing.standing_list, name="standing"),
    path("standing/new/", standing.standing_new, name="standing_new"),
    path("standing/<int:pk>/", standing.standing_change, name="standing_change"),
    path("standing/<int:pk>/pause/", standing.standing_pause, name="standing_pause"),
    path("standing/<int:pk>/resume/", standing.standing_resume, name="standing_resume"),
    path("standing/<int:pk>/end/", standing.standing_end, name="standing_end"),
    path("ladder/", ladder.ladders, name="ladders"),
    path("ladder/<slug:slug>/", ladder.ladder_page, name="ladder"),
    path("ladder/<slug:slug>/join/", ladder.join, name="ladder_join"),
    path("ladder/<slug:slug>/leave/", ladder.leave, name="ladder_leave"),
    path("ladder/<slug:slug>/challenge/", ladder.challenge, name="ladder_challenge"),
]

"""Addresses of standing challenges and ladders."""

from django.urls import path

from competition.views import standing

urlpatterns = [
    path("standing/", standing.standing_list, name="standing"),
    path("standing/new/", standing.standing_new, name="standing_new"),
    path("standing/<int:pk>/", standing.standing_change, name="standing_change"),
    path("standing/<int:pk>/pause/", standing.standing_pause, name="standing_pause"),
    path("standing/<int:pk>/resume/", standing.standing_resume, name="standing_resume"),
    path("standing/<int:pk>/end/", standing.standing_end, name="standing_end"),
]

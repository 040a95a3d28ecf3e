"""Addresses of the games app."""

from django.urls import path

from games.views import challenges, home, people

urlpatterns = [
    path("", home.home, name="home"),
    path("next/", home.next_game, name="next_game"),
    path("challenges/", challenges.challenge_list, name="challenges"),
    path("challenges/new/", challenges.challenge_new, name="challenge_new"),
    path("challenges/<int:pk>/", challenges.challenge_page, name="challenge"),
    path("challenges/<int:pk>/accept/", challenges.accept, name="challenge_accept"),
    path("challenges/<int:pk>/decline/", challenges.decline, name="challenge_decline"),
    path("challenges/<int:pk>/withdraw/", challenges.withdraw, name="challenge_withdraw"),
    path("invitation/<str:token>/", challenges.invitation, name="invitation"),
    path("invitation/<str:token>/accept/", challenges.accept, name="invitation_accept"),
    path("invitation/<str:token>/decline/", challenges.decline, name="invitation_decline"),
    path("people/<str:username>/", people.profile, name="profile"),
]

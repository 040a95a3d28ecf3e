"""Addresses of the games app."""

from django.urls import path

from games.views import challenges, chat, game, home, offers, people, play, players, practice, rules, vacation, watch

urlpatterns = [
    path("", home.home, name="home"),
    path("next/", home.next_game, name="next_game"),
    path("games/", watch.watch, name="watch"),
    path("games/<int:pk>/", game.game, name="game"),
    path("games/<int:pk>/<int:ply>/", game.game_at, name="game_at"),
    path("games/<int:pk>/state/", game.game_state, name="game_state"),
    path("games/<int:pk>/preview/", game.game_preview, name="game_preview"),
    path("games/<int:pk>/play/", play.play_move, name="play_move"),
    path("games/<int:pk>/resign/", play.resign, name="resign"),
    path("games/<int:pk>/offers/", offers.make_offer, name="make_offer"),
    path("games/<int:pk>/offers/<slug:kind>/", offers.answer_offer, name="answer_offer"),
    path("games/<int:pk>/chat/", chat.game_chat, name="game_chat"),
    path("challenges/", challenges.challenge_list, name="challenges"),
    path("challenges/new/", challenges.challenge_new, name="challenge_new"),
    path("challenges/<int:pk>/", challenges.challenge_page, name="challenge"),
    path("challenges/<int:pk>/accept/", challenges.accept, name="challenge_accept"),
    path("challenges/<int:pk>/decline/", challenges.decline, name="challenge_decline"),
    path("challenges/<int:pk>/withdraw/", challenges.withdraw, name="challenge_withdraw"),
    path("invitation/<str:token>/", challenges.invitation, name="invitation"),
    path("invitation/<str:token>/accept/", challenges.accept, name="invitation_accept"),
    path("invitation/<str:token>/decline/", challenges.decline, name="invitation_decline"),
    path("settings/vacation/", vacation.vacation_page, name="vacation"),
    path("settings/vacation/<int:pk>/end/", vacation.vacation_end, name="vacation_end"),
    path("settings/vacation/automatic/", vacation.vacation_automatic, name="vacation_automatic"),
    path("settings/vacation/explained/", vacation.vacation_explained, name="vacation_explained"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/time/", rules.rules_of_time, name="rules_of_time"),
    path("rules/limits/", rules.rules_of_limits, name="rules_of_limits"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
    path("practice/<slug:slug>/", practice.practice, name="practice"),
    path("practice/<slug:slug>/preview/", practice.practice_preview, name="practice_preview"),
    path("people/", players.players, name="players"),
    path("people/<str:username>/", people.profile, name="profile"),
]

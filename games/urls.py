"""Addresses of the games app."""

from django.urls import path

from games.views import agree, challenges, chat, game, home, off_time, people, play, practice, rules

urlpatterns = [
    path("", home.home, name="home"),
    path("next/", home.next_game, name="next_game"),
    path("games/<int:pk>/", game.game, name="game"),
    path("games/<int:pk>/<int:ply>/", game.game_at, name="game_at"),
    path("games/<int:pk>/state/", game.game_state, name="game_state"),
    path("games/<int:pk>/preview/", game.game_preview, name="game_preview"),
    path("games/<int:pk>/play/", play.play_move, name="play_move"),
    path("games/<int:pk>/resign/", play.resign, name="resign"),
    path("games/<int:pk>/draw/", play.offer_draw, name="offer_draw"),
    path("games/<int:pk>/draw/answer/", play.answer_draw, name="answer_draw"),
    path("games/<int:pk>/time/", agree.offer_time, name="offer_time"),
    path("games/<int:pk>/time/answer/", agree.answer_time, name="answer_time"),
    path("games/<int:pk>/pause/", agree.offer_pause, name="offer_pause"),
    path("games/<int:pk>/pause/answer/", agree.answer_pause, name="answer_pause"),
    path("games/<int:pk>/takeback/", agree.offer_takeback, name="offer_takeback"),
    path("games/<int:pk>/takeback/answer/", agree.answer_takeback, name="answer_takeback"),
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
    path("settings/off-time/", off_time.off_time_page, name="off_time"),
    path("settings/off-time/<int:pk>/end/", off_time.off_time_end, name="off_time_end"),
    path("settings/off-time/automatic/", off_time.off_time_automatic, name="off_time_automatic"),
    path("settings/off-time/explained/", off_time.off_time_explained, name="off_time_explained"),
    path("rules/", rules.rules_index, name="rules_index"),
    path("rules/time/", rules.rules_of_time, name="rules_of_time"),
    path("rules/<slug:slug>/", rules.rules, name="rules"),
    path("practice/<slug:slug>/", practice.practice, name="practice"),
    path("practice/<slug:slug>/preview/", practice.practice_preview, name="practice_preview"),
    path("people/<str:username>/", people.profile, name="profile"),
]

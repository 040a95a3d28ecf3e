"""Addresses of the analysis boards and of private notes."""

from django.urls import path

from analysis.views import board, notes, opening, sealed, shared

urlpatterns = [
    path("analysis/", opening.analyses, name="analyses"),
    path("analysis/<int:pk>/", board.analysis, name="analysis"),
    path("analysis/<int:pk>/<slug:deed>/", board.change_analysis, name="change_analysis"),
    path("shared/<str:token>/", shared.shared_analysis, name="shared_analysis"),
    path("games/<int:pk>/remark/", sealed.seal_remark, name="seal_remark"),
    path("games/<int:pk>/note/", notes.game_note, name="game_note"),
    path("people/<str:username>/note/", notes.player_note, name="player_note"),
    path("games/<int:pk>/analyse/", opening.analyse_game, name="analyse_game"),
    path("practice/<slug:slug>/analyse/", opening.analyse_practice, name="analyse_practice"),
]

"""Addresses of the analysis boards and of private notes."""

from django.urls import path

from analysis.views import board, opening

urlpatterns = [
    path("analysis/", opening.analyses, name="analyses"),
    path("analysis/<int:pk>/", board.analysis, name="analysis"),
    path("analysis/<int:pk>/<slug:deed>/", board.change_analysis, name="change_analysis"),
    path("games/<int:pk>/analyse/", opening.analyse_game, name="analyse_game"),
    path("practice/<slug:slug>/analyse/", opening.analyse_practice, name="analyse_practice"),
]

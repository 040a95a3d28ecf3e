"""Addresses of the computers."""

from django.urls import path

from computers import views

urlpatterns = [
    path("computers/<slug:slug>/play/", views.play_computer, name="play_computer"),
    path("games/<int:pk>/call-off/", views.call_off, name="call_off"),
    path("games/<int:pk>/review/", views.show_review, name="review"),
    path("games/<int:pk>/review/ask/", views.ask_review, name="ask_review"),
    path("games/<int:pk>/review/join/", views.join_review, name="join_review"),
    path("games/<int:pk>/review/<int:ply>/", views.show_review, name="review_at"),
    path("games/<int:pk>/review/<int:ply>/<int:step>/", views.show_review, name="review_line"),
]

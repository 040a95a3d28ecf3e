"""Addresses of the computers."""

from django.urls import path

from computers import views

urlpatterns = [path("computers/<slug:slug>/play/", views.play_computer, name="play_computer")]

"""The addresses of the feeds, and of the page where a reader gets them."""

from django.urls import path

from notifications.channels.feed import views

urlpatterns = [
    path("settings/notifications/feeds/", views.notice_feeds, name="notice_feeds"),
    path("settings/notifications/feeds/renew/", views.renew_feeds, name="renew_feeds"),
    path("feeds/<str:token>/turns.xml", views.turns, name="feed_turns"),
    path("feeds/<str:token>/followed.xml", views.followed, name="feed_followed"),
    path("feeds/<str:token>/deadlines.ics", views.deadlines, name="feed_deadlines"),
]

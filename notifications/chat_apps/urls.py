"""The address of each chat app's page, which contains the name of its channel."""

from django.urls import path

from notifications import registry
from notifications.chat_apps import views
from notifications.chat_apps.contract import ChatApp, page_of

urlpatterns = [
    pattern
    for app in registry.CHANNELS.all()
    if isinstance(app, ChatApp)
    for pattern in (
        path(f"settings/notifications/{app.name}/", views.chat_app, {"channel": app.name}, name=page_of(app.name)),
        path(
            f"settings/notifications/{app.name}/disconnect/",
            views.disconnect,
            {"channel": app.name},
            name=f"{page_of(app.name)}_end",
        ),
    )
]

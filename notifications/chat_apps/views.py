"""The page of a chat app: how to connect it, which address is connected, a test, and how to disconnect it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from core import flash
from core.posting import posted_from
from core.refusal import Refusal, note_refusal
from notifications import registry
from notifications.chat_apps import addresses, codes
from notifications.chat_apps.contract import ChatApp, page_of
from notifications.chat_apps.parts import BadAddress
from notifications.models import ChatAddress
from notifications.preferences.views.switches import list_channels
from notifications.words import chat_apps as words


def find_app(channel: str) -> ChatApp:
    found = registry.CHANNELS.get(channel)
    assert isinstance(found, ChatApp)  # only chat apps have such addresses
    return found


class ConnectForm(forms.Form):
    """The form with the app's fields. It never shows a stored secret."""

    def __init__(self, data: Any = None, *, app: ChatApp) -> None:
        super().__init__(data)
        for each in app.fields:
            widget = forms.PasswordInput(render_value=True) if each.is_secret else forms.TextInput
            self.fields[each.name] = forms.CharField(
                label=each.label,
                help_text=each.help,
                initial=each.initial,
                required=each.required,
                max_length=each.longest,
                widget=widget,
            )
            self.fields[each.name].widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def chat_app(request: HttpRequest, channel: str) -> HttpResponse:
    """Connects the app with the posted data. After a refusal the form keeps the data."""
    app = find_app(channel)
    if not app.is_set_up() and request.method == "POST":
        return redirect(page_of(app.name))
    if app.begins_by_code:
        return begin(request, app) if request.method == "POST" else show(request, app, ConnectForm(app=app))
    form = ConnectForm(request.POST or None, app=app)
    if request.method != "POST" or not form.is_valid():
        return show(request, app, form)
    try:
        stored = addresses.connect(request.user, app, form.cleaned_data, now=timezone.now())
    except BadAddress as error:
        form.add_error(error.field or None, str(error.said))
        response = show(request, app, form)
        response.status_code = 422
        return response
    except Refusal as refusal:
        form.add_error(None, refusal.sentence)
        return note_refusal(show(request, app, form), refusal)
    flash.success(request, words.CONNECTED(app=app.title, name=stored.name))
    return redirect(page_of(app.name))


def begin(request: HttpRequest, app: ChatApp) -> HttpResponse:
    """Makes the code that the user sends to the bot. Posting twice does no harm: the page shows the last code."""
    try:
        codes.begin(request.user, app, now=timezone.now())
    except Refusal as refusal:
        form = ConnectForm({}, app=app)
        form.add_error(None, refusal.sentence)
        return note_refusal(show(request, app, form), refusal)
    flash.success(request, words.CODE_MADE(app=app.title))
    return redirect(page_of(app.name))


def show(request: HttpRequest, app: ChatApp, form: ConnectForm) -> HttpResponse:
    (row,) = list_channels(request.user, [app])
    connected = ChatAddress.objects.filter(user=request.user.pk, channel=app.name).first()
    context = {"app": app, "form": form, "connected": connected, "row": row, "is_set_up": app.is_set_up()}
    if app.begins_by_code and app.is_set_up():
        now = timezone.now()
        context |= {"bot": app.find_bot(), "code": codes.find(request.user, app, now=now), "lasts": codes.LASTS}
    return render(request, "notifications/chat_app.html", context)


@posted_from(lambda channel: reverse(page_of(channel)))
def disconnect(request: HttpRequest, channel: str) -> HttpResponse:
    app = find_app(channel)
    addresses.disconnect(request.user, app)
    flash.success(request, words.DISCONNECTED(app=app.title))
    return redirect(page_of(app.name))

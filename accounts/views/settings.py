"""The settings page, what happened to the account, and the address to which a browser tells its time zone."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.forms import NewNameForm
from accounts.limiting.origin import hash_origin
from accounts.locked_out import rescue_requests
from accounts.models import User
from accounts.people import activity, renaming
from accounts.people.board_look import keep_look, read_look
from accounts.settings_form import SeenZoneForm, SettingsForm
from accounts.signing_in.next_page import find_wanted
from accounts.words import done
from core import flash
from core.form_errors import invalid
from core.numbers import read_number
from core.posting import posted_from
from core.refusal import Refusal, note_refusal


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    refusal = None
    form = SettingsForm(request.POST or None, user=request.user, now=timezone.now())
    if request.method == "POST" and form.is_valid():
        try:
            form.save()
            flash.success(request, done.SAVED())
            return redirect("settings")
        except Refusal as refused:
            refusal = refused
            form.add_error("about", invalid(refused.said))
    context = {"form": form, "look": read_look(request)}
    page = render(request, "accounts/settings.html", context, status=422 if form.errors else 200)
    return note_refusal(page, refusal)


@require_http_methods(["GET", "HEAD", "POST"])
def change_board_look(request: HttpRequest) -> HttpResponse:
    """Sets how boards look for this reader, who needs no account; leads back to the page of the form, or to the
    settings."""
    response = redirect(find_wanted(request) or reverse("settings" if request.user.is_authenticated else "home"))
    if request.method == "POST":
        keep_look(request, response, request.POST)
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_name(request: HttpRequest) -> HttpResponse:
    """The page where somebody whom staff have renamed chooses a name."""
    assert isinstance(request.user, User)
    form = NewNameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            renaming.choose_name(request.user, name=form.cleaned_data["username"])
            flash.success(request, done.NEW_NAME(name=form.cleaned_data["username"]))
            return redirect(find_wanted(request) or "settings")
        except ValidationError as refusal:
            form.add_error("username", refusal)
        except Refusal as refusal:
            form.add_error(None, invalid(refusal.said))
    context = {"form": form, "asked": renaming.has_to_choose(request.user)}
    return render(request, "accounts/new_name.html", context, status=422 if form.errors else 200)


@login_required
@require_safe
def recent_activity(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    below = read_number(request.GET.get("below", "")) or 0
    page = activity.list_events(request.user, here=hash_origin(request), below=below)
    return render(request, "accounts/recent_activity.html", {"page": page, "kept": activity.KEPT.days})


@require_http_methods(["GET", "HEAD", "POST"])
def stop_rescue(request: HttpRequest, token: str) -> HttpResponse:
    """The page of the link in an email, also for a person who is logged out.

    Opening it changes nothing: email programs open links, too.
    """
    rescue = rescue_requests.find(token)
    if rescue is None:
        raise Http404
    if request.method == "POST":
        rescue_requests.stop(rescue.pk, request=request)
        return redirect("stop_rescue", token)
    waits = not rescue.closed_at and not rescue_requests.find_obstacle(rescue)
    return render(request, "accounts/stop_rescue.html", {"rescue": rescue, "waits": waits})


@posted_from(lambda: reverse("settings"))
def learn_time_zone(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = SeenZoneForm(request.POST)
    if not form.is_valid():
        return HttpResponse(form.errors["time_zone"][0], content_type="text/plain", status=422)
    request.user.learn_time_zone(form.cleaned_data["time_zone"])
    return HttpResponse(status=204)

"""People in the administration: found by name or address, never made by hand (`createsuperuser` makes the first)."""

from importlib import import_module
from typing import Any, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as BaseGroupAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from accounts.locked_out import rescue, rescue_requests
from accounts.models import Rescue, User, Vacation
from accounts.profile.balance import DAY, MOST
from accounts.time_off.vacation import balance_of, booked
from core import administration
from core.administration import CappedPaginator, FastReadOnlyAdmin, ReadOnly, ReasonForm, WithStaffActions

# allauth's own pages would show secrets of second factors, and change addresses that nobody confirmed or heard of.
OTHERS = {
    "allauth.account": EmailAddress,
    "allauth.mfa": Authenticator,
    "allauth.usersessions": UserSession,
    "django.contrib.auth": Group,
}
for app, model in OTHERS.items():
    import_module(f"{app}.admin")
    admin.site.unregister(model)


class AddressForm(ReasonForm):
    email = forms.EmailField(label="New email address")
    field_order = ["email", "reason"]


class DaysForm(ReasonForm):
    days = forms.IntegerField(label="Days", min_value=1, max_value=MOST.days)
    field_order = ["days", "reason"]


def resend_verification(request: HttpRequest, user: User, answers: dict[str, Any]) -> str:
    addresses = rescue.resend_verification(user, staff=cast(User, request.user), reason=answers["reason"])
    return f"A confirmation email is on its way to {', '.join(addresses)}."


def correct_address(request: HttpRequest, user: User, answers: dict[str, Any]) -> str:
    asked = rescue_requests.begin(user, Rescue.Kind.ADDRESS, staff=cast(User, request.user), **answers)
    return (
        describe_wait(asked) if asked else f"{answers['email'].lower()} is asked to confirm, and {user.email} is told."
    )


def reset_second_factors(request: HttpRequest, user: User, answers: dict[str, Any]) -> str:
    asked = rescue_requests.begin(user, Rescue.Kind.SECOND_FACTORS, staff=cast(User, request.user), **answers)
    done = f"{user} logs in with the password alone until they set up a second factor again."
    return describe_wait(asked) if asked else done


def describe_wait(asked: Rescue) -> str:
    return f"{asked.user} is told, and can stop it until it is done on {asked.due_at:%-d %B, %H:%M} UTC."


def describe_rescue(asked: Rescue) -> str:
    what = f"{asked.get_kind_display()} {asked.email}".strip()
    if asked.closed_at:
        return f"{what}: {asked.get_outcome_display()}, {asked.closed_at:%d %B %Y}"
    return f"{what}: waits until {asked.due_at:%d %B %Y, %H:%M} UTC, asked for by {asked.staff} ({asked.reason})"


def withdraw_rescues(request: HttpRequest, user: User, answers: dict[str, Any]) -> str:
    rescue_requests.withdraw(user, staff=cast(User, request.user), reason=answers["reason"])
    return f"Nothing waits for {user} any more."


def give_vacation(request: HttpRequest, user: User, answers: dict[str, Any]) -> str:
    has = rescue.give_vacation(user, days=answers["days"], staff=cast(User, request.user), reason=answers["reason"])
    return f"{user} now has {has / DAY:.1f} days of vacation."


WITHDRAW = administration.StaffAction(
    "withdraw-rescues",
    "Call off what waits",
    "What was asked for and has not been done yet: a new email address, or the reset of second factors.",
    "accounts.help_user",
    ReasonForm,
    withdraw_rescues,
)
STAFF_ACTIONS = (
    administration.StaffAction(
        "resend-verification",
        "Resend the confirmation email",
        "To each address of this person that is not verified. Their present address is told.",
        "accounts.help_user",
        ReasonForm,
        resend_verification,
    ),
    administration.StaffAction(
        "correct-address",
        "Correct the email address",
        "The new address gets a link to confirm it and then takes the old one’s place. The old one is told at once. "
        "Unless you are an administrator, all that waits three days, in which the person can stop it.",
        "accounts.help_user",
        AddressForm,
        correct_address,
    ),
    administration.StaffAction(
        "reset-second-factors",
        "Reset second factors",
        "Removes the app, passkeys and recovery codes. Be sure that it is this person who asks: the mailbox is told. "
        "Unless you are an administrator, it waits three days, in which the person can stop it.",
        "accounts.help_user",
        ReasonForm,
        reset_second_factors,
    ),
    WITHDRAW,
    administration.StaffAction(
        "give-vacation",
        "Give vacation",
        f"To put right what the site did wrong. A balance never rises above {MOST.days} days.",
        "accounts.help_user",
        DaysForm,
        give_vacation,
    ),
)


@admin.register(User)
class UserAdmin(ReadOnly, WithStaffActions):
    """Read only: names, rights and restrictions are changed on the pages of moderation."""

    list_display = ["username", "email", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_staff", "is_superuser", "is_active"]
    search_fields = ["username__istartswith", "email__istartswith"]
    search_help_text = "How a name or an email address begins."
    ordering = ["-pk"]
    list_per_page = 50
    paginator = CappedPaginator
    show_facets = admin.ShowFacets.NEVER
    show_full_result_count = False  # counting takes longer the more people there are
    readonly_fields = ["addresses", "second_factors", "waiting", "vacation_left", "vacation_set"]
    staff_actions = STAFF_ACTIONS
    fieldsets = [
        (None, {"fields": ["username", "look", "email", "about", "time_zone", "time_zone_chosen"]}),
        ("Time", {"fields": ["weekend", "vacation_left", "vacation_set", "vacation_automatic", "last_visit_at"]}),
        ("Log-in", {"fields": ["addresses", "second_factors", "waiting"]}),
        ("Rights", {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        ("Dates", {"fields": ["date_joined", "last_login"]}),
    ]

    def may_act_on(self, request: HttpRequest, thing: Any) -> bool:
        """Only an administrator may help staff: correcting their address could let one into the administration. Nobody
        helps computers and guests."""
        return thing.is_person and (request.user.is_superuser or not (thing.is_staff or thing.is_superuser))

    def offers(self, thing: User, *, action: administration.StaffAction) -> bool:
        return action is not WITHDRAW or Rescue.objects.waiting().filter(user=thing).exists()

    def view_on_site(self, obj: User) -> str:
        """The page where staff decide about them."""
        return reverse("moderation_person", args=[obj.username])

    @admin.display(description="email addresses")
    def addresses(self, user: User) -> str:
        rows = EmailAddress.objects.filter(user=user).order_by("-primary", "pk")
        return ", ".join(f"{row.email} ({'verified' if row.verified else 'not verified'})" for row in rows) or "none"

    @admin.display(description="second factors")
    def second_factors(self, user: User) -> str:
        """The kinds of second factors there are, never their secrets."""
        rows = Authenticator.objects.filter(user=user).order_by("pk")
        return ", ".join(f"{row.get_type_display()} since {row.created_at:%d %B %Y}" for row in rows) or "none"

    @admin.display(description="what waits")
    def waiting(self, user: User) -> str:
        """Open requests, and what became of recent ones."""
        rows = Rescue.objects.filter(user=user).select_related("staff").order_by("-pk")[:5]
        return "; ".join(map(describe_rescue, rows)) or "nothing"

    @admin.display(description="vacation left")
    def vacation_left(self, user: User) -> str:
        return f"{balance_of(user, now=timezone.now()) / DAY:.1f} days"

    @admin.display(description="vacation set")
    def vacation_set(self, user: User) -> str:
        spans = booked(user, now=timezone.now())
        return (
            ", ".join(f"{span.from_at:%Y-%m-%d %H:%M} to {span.until_at:%Y-%m-%d %H:%M} UTC" for span in spans)
            or "none"
        )


@admin.register(Group)
class GroupAdmin(BaseGroupAdmin):
    """The permissions of groups, which only an administrator may change."""

    fields = ["name", "permissions"]


@admin.register(Vacation)
class VacationAdmin(FastReadOnlyAdmin):
    list_display = ["id", "user", "from_at", "until_at", "automatic", "booked_at"]
    fields = ["user", "from_at", "until_at", "automatic", "booked_at"]
    list_select_related = ["user"]
    list_filter = ["automatic"]
    search_help_text = "How the name of a player begins."
    people = ("user",)

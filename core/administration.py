"""What the pages of the administration share: reading only, lists that cost the same at any size, actions with a
reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce
from operator import or_
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.functional import cached_property

from core.indexed import find_by_first_letters
from core.numbers import read_number
from core.refusal import Refusal

MOST_PEOPLE = 100
"""How many people a search for a name finds; to find another, one types more of the name."""
LONGEST_SEARCH = 254
"""Characters of what is searched for, as of an email address."""
ASKED_BY_FILTERS = ("exact", "isnull", "isempty")
"""The look-ups that Django's filters add to the name of a field."""


class ReadOnly:
    """Lets staff read; nobody may add, change or delete."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(ReadOnly, admin.TabularInline):
    """Related rows on the page of a thing. Staff who may see the thing see them, too."""

    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True


class CappedPaginator(Paginator):
    """Counts only the pages that somebody would turn by hand, so that a list costs the same at any size."""

    MOST = 5000

    @cached_property
    def count(self) -> int:
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[: self.MOST].count()


class ManyChosen(forms.ModelMultipleChoiceField):
    """Refuses a number that SQLite cannot hold, as it refuses any number that does not exist."""

    def clean(self, value: Any) -> Any:
        try:
            return super().clean(value)
        except OverflowError:
            raise ValidationError("Please choose from what is offered.", code="invalid_choice") from None


class Guarded(admin.ModelAdmin):
    """Shows the fields that its page names, and accepts only its own filters.

    Django lets an address filter by any column (`?password__regex=^a`), and so find out a secret letter by letter; and
    it shows every column that a page does not exclude. The administration makes every registered page one of these
    (`mastery_site.administration`).
    """

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Nothing for a longer text: Django asks the database about each of its words."""
        if len(search_term) > LONGEST_SEARCH:
            return queryset.none(), False
        return super().get_search_results(request, queryset, search_term)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup in self.list_lookups()

    def list_lookups(self) -> set[str]:
        """The look-ups that the filters beside the list put into its address."""
        found: set[str] = set()
        each: Any
        for each in self.list_filter:
            if isinstance(each, type):
                found.add(getattr(each, "parameter_name", ""))
            else:
                field = each if isinstance(each, str) else each[0]
                found |= {f"{field}__{word}" for word in ASKED_BY_FILTERS}
        return found

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        return super().formfield_for_manytomany(db_field, request, form_class=ManyChosen, **kwargs)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Takes an empty `_to_field` as none: Django would look for a field of that name, and fail."""
        return super().get_object(request, object_id, from_field or None)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The fields that are named; none where none is."""
        return self.fields or ()


class FastReadOnlyAdmin(ReadOnly, Guarded):
    """A list to read that costs the same at any size, searched by a number or by the beginning of a person's name.

    Django's own search would compare every row as text. `number` says what a number means, `people` names the columns
    that hold a person.
    """

    ordering = ["-pk"]
    list_per_page = 50
    paginator = CappedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # they count every row
    search_fields = ["pk"]  # has the field drawn; what it does stands below
    search_help_text = "A number, or how a name begins."
    number = "pk"
    people: tuple[str, ...] = ()

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        term = search_term.strip()
        return queryset.filter(self.match(term)) if term else queryset, False

    def match(self, term: str) -> Q:
        found = find_by_first_letters(get_user_model().objects.all(), "username", term).order_by("pk")
        condition = self.match_people(list(found.values_list("pk", flat=True)[:MOST_PEOPLE]))
        if (number := read_number(term)) is not None:
            condition |= Q(**{self.number: number})
        return condition

    def match_people(self, people: list[int]) -> Q:
        return reduce(or_, (Q(**{f"{column}__in": people}) for column in self.people), Q(pk__in=[]))


class ReasonForm(forms.Form):
    """Why staff do what they do. Subclasses ask for more; `thing` is what it is done to."""

    reason = forms.CharField(
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4, "cols": 60}),
        help_text="Kept with your name for other staff to read. The people concerned don’t see it.",
        error_messages={"required": "Please give a reason: it is kept on record."},
    )
    field_order: list[str] | None = None

    def __init__(self, *args: Any, thing: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.thing = thing
        self.label_suffix = ""


@dataclass(frozen=True)
class StaffAction:
    """Something that staff may do to one thing, with a page of its own that asks why.

    `act(request, thing, answers)` does it and returns a sentence that says so; it raises Refusal or ValidationError
    with one that says why not. It runs in its own transaction.
    """

    name: str
    label: str
    explanation: str
    permission: str
    form: type[ReasonForm]
    act: Callable[[HttpRequest, Any, dict[str, Any]], str]


class WithStaffActions(Guarded):
    """A ModelAdmin with actions on its things: buttons at the top of their page."""

    change_form_template = "admin/change_form_with_staff_actions.html"
    staff_actions: tuple[StaffAction, ...] = ()

    def may_act_on(self, request: HttpRequest, thing: Any) -> bool:
        """Whether this member of staff may do anything to this thing, apart from permissions."""
        return True

    def offers(self, thing: Any, *, action: StaffAction) -> bool:
        """Whether the button is worth showing."""
        return True

    def may_do(self, request: HttpRequest, thing: Any, *, action: StaffAction) -> bool:
        return request.user.has_perm(action.permission) and self.may_act_on(request, thing)

    def get_urls(self) -> list[URLPattern]:
        pages = [
            path(
                f"<int:pk>/{action.name}/",
                self.admin_site.admin_view(partial(self.staff_action_view, action=action)),
                name=f"{self.opts.app_label}_{self.opts.model_name}_{action.name}",
            )
            for action in self.staff_actions
        ]
        return [*pages, *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        thing = self.get_object(request, object_id)
        actions = [
            action
            for action in self.staff_actions
            if thing is not None and self.offers(thing, action=action) and self.may_do(request, thing, action=action)
        ]
        return super().change_view(request, object_id, form_url, {"staff_actions": actions, **(extra_context or {})})

    def staff_action_view(self, request: HttpRequest, pk: int, *, action: StaffAction) -> HttpResponse:
        thing = self.get_object(request, str(pk))
        if thing is None:
            raise Http404
        if not self.may_do(request, thing, action=action):
            raise PermissionDenied
        form = action.form(request.POST if request.method == "POST" else None, thing=thing)
        if form.is_valid():
            try:
                messages.success(request, action.act(request, thing, form.cleaned_data))
                return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", pk)
            except ValidationError as refusal:
                form.add_error(None, refusal)
            except Refusal as refusal:
                form.add_error(None, refusal.sentence)
        frame = self.admin_site.each_context(request)
        words = {"title": action.label, "subtitle": str(thing), "opts": self.opts, "original": thing}
        context = {**frame, **words, "form": form, "action": action}
        return TemplateResponse(request, "admin/staff_action.html", context, status=422 if form.errors else 200)

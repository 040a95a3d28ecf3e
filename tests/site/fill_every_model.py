"""Gives every model that has no row one, in the code of the commit that runs this (`manage.py shell < this file`).

It knows nothing of the models: values come from the kind of each field, and a reference is to the first row.
Prints the number of rows of each table, as JSON on the last line.
"""

import json
import uuid
from datetime import UTC, date, datetime, timedelta
from itertools import count

from django.apps import apps
from django.db import IntegrityError, models, transaction

TIMES = (datetime(2100, 1, 1, tzinfo=UTC) + timedelta(hours=number) for number in count())


def value_of(field, making):
    if field.choices:
        return field.flatchoices[0][0]
    if isinstance(field, models.ForeignKey):  # a OneToOneField as well
        related = field.related_model
        there = related._base_manager.order_by("pk").first() or make(related, (*making, related))
        return getattr(there, field.target_field.attname)
    if isinstance(field, models.DateTimeField):
        return next(TIMES)  # each an hour after the one before: what begins ends later, and after any default
    for kind, value in VALUES:
        if isinstance(field, kind):
            return value
    raise TypeError(f"{field!r} is of a kind that this file does not know")


VALUES = (
    (models.BooleanField, False),
    (models.DateField, date(2026, 1, 2)),
    (models.DurationField, timedelta(days=1)),
    (models.JSONField, {}),
    (models.UUIDField, uuid.UUID(int=1)),
    (models.URLField, "https://example.org/1"),
    (models.EmailField, "somebody@example.org"),
    (models.GenericIPAddressField, "198.51.100.7"),
    (models.CharField, "x"),
    (models.TextField, "x"),
    (models.BinaryField, b"x"),
    (models.IntegerField, 1),
    (models.FloatField, 1.0),
)


def make(model, making=()):
    """A row with every column filled, or, where a constraint forbids that, with those alone that must be, as the one
    row that may be, or with one alone of the references that it may do without."""
    optional = [field.name for field in model._meta.local_concrete_fields if field.null and field.is_relation]
    ways = [{"spare": False}, {"spare": True}, {"spare": True, "pk": 1}]
    for way in [*ways, *({"spare": False, "only": name} for name in optional)]:
        try:
            return create(model, making, **way)
        except IntegrityError as error:
            fault = error
    raise fault


def create(model, making, *, spare, only=None, **given):
    for field in model._meta.local_concrete_fields:
        if only and field.null and field.is_relation and field.name != only:
            continue
        if isinstance(field, models.AutoField) or (field.null and (spare or field.related_model in making)):
            continue
        if field.has_default() and not field.is_relation:
            continue
        given[field.attname] = value_of(field, making)
    with transaction.atomic():
        return model._base_manager.create(**given)


def list_models():
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy]


for each in list_models():
    if not each._base_manager.exists():
        make(each, (each,))
print("\n" + json.dumps({model._meta.db_table: model._base_manager.count() for model in list_models()}))

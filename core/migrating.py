"""Operations that migrations of every app need to run while the site is in use."""

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex, CreateModel
from django.db.migrations.operations.base import Operation


class AddIndexInUse(AddIndexConcurrently):
    """Builds an index without blocking writers, where the database can: on PostgreSQL.

    Its migration says `atomic = False` and does nothing else. If it was interrupted it can run again: the remains of an
    unfinished build are dropped first.
    """

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        in_postgres = schema_editor.connection.vendor == "postgresql"
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            how = "CONCURRENTLY " if in_postgres else ""
            schema_editor.execute(f"DROP INDEX {how}IF EXISTS {schema_editor.quote_name(self.index.name)}")
        if in_postgres:
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)


class CreateTogether(Operation):
    """Creates many models at once, in whatever order they refer to each other.

    Django forms the classes of all related models anew for each `CreateModel` by itself: nine tenths of the time of a
    first `migrate`. And it notes a migration as done in the same transaction only if nothing is left to its end, so
    indexes and constraints are made here: where the process is killed, the whole app is there or nothing of it.
    """

    def __init__(self, *models: CreateModel) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: Any) -> None:
        formed = state.__dict__.pop("apps", None)  # without it a state forms nothing
        for each in self.models:
            each.state_forwards(app_label, state)
        if formed:
            formed.render_multiple([state.models[app_label, each.name_lower] for each in self.models])
            state.__dict__["apps"] = formed

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        for each in self.models:
            each.database_forwards(app_label, schema_editor, from_state, to_state)
        for statement in schema_editor.deferred_sql:
            schema_editor.execute(statement, None)
        schema_editor.deferred_sql.clear()

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: Any, to_state: Any
    ) -> None:
        for each in reversed(self.models):
            each.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create models {', '.join(each.name for each in self.models)}"

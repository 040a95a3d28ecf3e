"""Static files under hashed names, which browsers keep for good. A process reads the list of names at its start."""

from functools import cache

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    url = cache(CompressedManifestStaticFilesStorage.url)


class EmbeddedStaticFiles(StaticFiles):
    """A file that `manage.py up` has not collected, as in tests, keeps its name: WhiteNoise finds it in its folder."""

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if self.hash_key(self.clean_name(name)) in self.hashed_files else name

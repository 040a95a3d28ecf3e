"""Static files under hashed names, which browsers keep for good, and the files of records, which get new ones each
month.

At its start a process reads the list of hashed names. It looks for files of records when they are asked for.
"""

import gzip
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import brotli
from django.conf import settings
from whitenoise.base import WhiteNoise
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CompressorOfNews(Compressor):
    """Compresses only what is new. It compresses a file and its copy under a hashed name once, and skips files that an
    earlier start has compressed.

    Apart from the first migrations, compressing takes the most processor time of a public site's start.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.compress_brotli = cache(Compressor.compress_brotli)
        self.compress_gzip = cache(Compressor.compress_gzip)

    def compress(self, path: str) -> list[str]:
        """Returns the paths of the compressed files."""
        made = [f"{path}.br", f"{path}.gz"]
        return made if hold(Path(path).read_bytes(), *map(Path, made)) else super().compress(path)


def hold(data: bytes, by_brotli: Path, by_gzip: Path) -> bool:
    """Whether both files exist, are complete, and hold this data."""
    try:
        return brotli.decompress(by_brotli.read_bytes()) == data == gzip.decompress(by_gzip.read_bytes())
    except (OSError, EOFError, zlib.error, brotli.error):
        return False


class StaticFiles(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True  # modules import each other by their hashed names, too
    url = cache(CompressedManifestStaticFilesStorage.url)

    def create_compressor(self, **given: Any) -> Compressor:
        return CompressorOfNews(**given)


class EmbeddedStaticFiles(StaticFiles):
    """A file that `manage.py up` has not collected, for example in tests, keeps its name. WhiteNoise finds it in its
    folder."""

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if self.hash_key(self.clean_name(name)) in self.hashed_files else name


RECORDS = "/records/files/"
"""The address of the files of records. A proxy that can read the folder serves them itself (deploy/Caddyfile)."""


def serve_records(application: Any) -> WhiteNoise:
    """Wraps the application so that the files of records are served before it is asked."""

    def add_headers(headers: Any, path: str, url: str) -> None:
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        headers["X-Content-Type-Options"] = "nosniff"

    media = {".zst": "application/zstd", ".json": "application/json"}
    served = WhiteNoise(application, autorefresh=True, max_age=3600, mimetypes=media, add_headers_function=add_headers)
    served.add_files(str(settings.RECORDS_DIR), prefix=RECORDS)
    return served

"""Pages for everybody travel compressed; those of somebody logged in do not, so that their length tells nothing.

Static files are compressed when they are collected."""

import gzip
from pathlib import Path

import pytest
from whitenoise.compress import Compressor

from mastery_site.serving.static_files import StaticFiles

pytestmark = pytest.mark.django_db
ASKED = {"HTTP_ACCEPT_ENCODING": "gzip, br"}


@pytest.mark.parametrize("path", ["/", "/rules/mastery/", "/practice/master/"])
def test_a_visitors_page_is_compressed_where_the_browser_takes_it(client, path):
    plain = client.get(path)
    packed = client.get(path, **ASKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 3
    assert b"</html>" in gzip.decompress(packed.content)
    assert "Accept-Encoding" in packed.headers["Vary"]


@pytest.mark.parametrize("path", ["/", "/rules/mastery/", "/settings/"])
def test_a_players_page_is_not(client, alice, path):
    client.force_login(alice)
    assert "Content-Encoding" not in client.get(path, **ASKED).headers


def test_a_page_with_a_secret_in_its_address_is_not(client):
    assert "Content-Encoding" not in client.get("/invitation/nobody-knows-this/", **ASKED).headers


def test_a_static_file_is_compressed_once_until_it_changes(tmp_path, monkeypatch):
    tried = []
    compress = Compressor.compress_brotli
    monkeypatch.setattr(Compressor, "compress_brotli", staticmethod(lambda data: tried.append(data) or compress(data)))
    old, new = b"a {color: red}\n" * 100, b"b {color: red}\n" * 100
    paths = [tmp_path / "plain.css", tmp_path / "plain.0123456789ab.css"]

    def collect() -> list[bytes]:
        compressor = StaticFiles().create_compressor(quiet=True)
        packed = [name for path in paths for name in compressor.compress(str(path))]
        assert packed == [f"{path}{suffix}" for path in paths for suffix in (".br", ".gz")]
        return [gzip.decompress(Path(name).read_bytes()) for name in packed if name.endswith(".gz")]

    for path in paths:
        path.write_bytes(old)
    assert (collect(), tried) == ([old, old], [old])
    assert (collect(), tried) == ([old, old], [old])
    paths[0].write_bytes(new)
    assert (collect(), tried) == ([new, old], [old, new])
    half = Path(f"{paths[1]}.gz")
    half.write_bytes(half.read_bytes()[:-20])
    assert (collect(), tried) == ([new, old], [old, new, old])
    half.unlink()
    assert (collect(), tried) == ([new, old], [old, new, old, old])

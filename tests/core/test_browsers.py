"""Browsers in words, by what they say of themselves."""

from core.browsers import describe_browser
from tests.rows import each_row

MOZILLA, LIKE = "Mozilla/5.0", "AppleWebKit/537.36 (KHTML, like Gecko)"


@each_row(
    ("user_agent", "words"),
    [
        (f"{MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (f"{MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604.1", "Safari on iPhone"),
        (f"{MOZILLA} (Windows NT 10.0; Win64; x64) {LIKE} Chrome/140.0.0.0 Safari/537.36", "Chrome on Windows"),
        (f"{MOZILLA} (Windows NT 10.0) {LIKE} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge on Windows"),
        (f"{MOZILLA} (Linux; Android 15) {LIKE} SamsungBrowser/28 Chrome/130 Safari/1", "Samsung Internet on Android"),
        (f"{MOZILLA} (X11; CrOS x86_64 16000) {LIKE} Chrome/140.0.0.0 Safari/537.36", "Chrome on Chromebook"),
        ("curl/8.0", "curl/8.0"),
        ("<script>" * 20, ("<script>" * 20)[:60]),
        ("", "unknown"),
    ],
)
def test_a_browser_in_words(user_agent, words):
    assert describe_browser(user_agent) == words

"""Thunderbird: text that flows, written below the quote by default; or HTML with `moz-cite-prefix`."""

from html import escape

from tests.replies.mails.layouts.building import ANSWER, POSTINGS, QUOTE, QUOTE_IN_HTML, Body, Layout, Layouts, build
from tests.replies.mails.layouts.languages import LANGUAGES, WHO, Language

LATIN = {"en": "us-ascii", "de": "iso-8859-1", "fr": "iso-8859-15", "es": "windows-1252", "pl": "iso-8859-2"}


def layouts() -> Layouts:
    for language in LANGUAGES:
        for posting, arrange in POSTINGS.items():
            yield flowed(language, posting, *arrange(language.thunderbird, QUOTE, language.note))
        yield in_html(language)
        yield forwarded(language)


def flowed(language: Language, posting: str, text: str, expected: tuple[str, ...]) -> Layout:
    """Long lines end in a space where they go on; a signature stands last."""
    first, _, rest = language.note.rpartition(" ")
    text = text.replace(language.note, f"{first} \n{rest}") + "\n-- \nKim\nresign\n"
    more = "; format=flowed"
    if posting == "bottom":
        text = text.replace(f"{first} \n", f"{first}  \n")
        more += "; delsp=yes"
    plain = text.replace("’", "'") if language.code in LATIN else text
    charset = LATIN.get(language.code, "utf-8")
    return Layout(
        f"thunderbird {posting} {language.code}", build(Body(plain, "plain", charset, "8bit", more)), expected, text
    )


def in_html(language: Language) -> Layout:
    html = (
        '<!DOCTYPE html>\n<html><head>\n<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">\n</head>\n'
        f'<body><div class="moz-cite-prefix">{escape(language.thunderbird)}<br></div>\n<blockquote type="cite" '
        f'cite="mid:notice-17@games.example.org">{QUOTE_IN_HTML}</blockquote>\n<p>{ANSWER}</p><p>{escape(language.note)}'
        '</p>\n<pre class="moz-signature" cols="72">-- \nresign</pre></body></html>'
    )
    body = Body(html, "html", "utf-16" if language.code in ("de", "pl") else "utf-8", "base64")
    return Layout(f"thunderbird html {language.code}", build(body), (ANSWER, language.note))


def forwarded(language: Language) -> Layout:
    """Something above it, which is what counts."""
    head = "\n".join(f"{key}: {WHO}" for key in language.headers)
    unmarked = QUOTE.replace("> ", "").replace(">", "")
    text = f"{ANSWER}\n\n-------- {language.forwarded} --------\n{head}\n\n{unmarked}\n"
    return Layout(f"thunderbird forwarded below {language.code}", build(Body(text)), (ANSWER,), text)

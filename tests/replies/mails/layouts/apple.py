"""Apple Mail, on the Mac and on the iPhone: text with a marked quote, or HTML with `blockquote type="cite"`."""

from html import escape

from tests.replies.mails.layouts.building import ANSWER, POSTINGS, QUOTE, QUOTE_IN_HTML, Body, Layout, Layouts, build
from tests.replies.mails.layouts.languages import LANGUAGES, WHO, Language

PICTURE = (
    b"Content-Type: image/png; name=resign.png\r\nContent-Disposition: inline; filename=resign.png\r\n\r\nresign\r\n"
)


def layouts() -> Layouts:
    postings = tuple(POSTINGS.items())
    for number, language in enumerate(LANGUAGES):
        posting, arrange = postings[number % 3]
        text, expected = arrange(language.apple, QUOTE, language.note)
        charset = "utf-8" if language.code == "pl" else "windows-1252"
        raw = build(Body(text, charset=charset), attached=PICTURE)
        yield Layout(f"apple mac {posting} {language.code}", raw, expected, text)
        yield in_html(language)
        yield phone(language)
        if number % 2 == 0:
            yield forwarded(language)


def in_html(language: Language) -> Layout:
    html = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head>'
        f'<body style="overflow-wrap: break-word;">{ANSWER}<div>{escape(language.note)}'
        '<br id="lineBreakAtBeginningOfMessage"><div><br>'
        f'<blockquote type="cite"><div>{escape(language.apple)}</div><br class="Apple-interchange-newline"><div>'
        f"{QUOTE_IN_HTML}</div></blockquote></div><br></div></body></html>"
    )
    return Layout(f"apple mac html {language.code}", build(Body(html, "html")), (ANSWER, language.note))


def phone(language: Language) -> Layout:
    """The iPhone puts the attribution into the quote."""
    text = f"{ANSWER}\n\n{language.iphone}\n\n> {language.apple}\n> \n{QUOTE}\n"
    html = (
        f'<html><body dir="auto">{ANSWER}<br id="lineBreakBeforeSignature">'
        f'<div dir="ltr">{escape(language.iphone)}</div>'
        f'<div dir="ltr"><br><blockquote type="cite">{escape(language.apple)}<br><br></blockquote></div>'
        f'<blockquote type="cite"><div dir="ltr">﻿{QUOTE_IN_HTML}</div></blockquote>'
        "</body></html>"
    )
    if language.code in ("en", "de", "pl"):
        return Layout(f"apple iphone {language.code}", build(Body(text), Body(html, "html")), (ANSWER,), text)
    return Layout(f"apple iphone html {language.code}", build(Body(html, "html")), (ANSWER,))


def forwarded(language: Language) -> Layout:
    begins = {
        "en": "Begin forwarded message:",
        "fr": "Début du message réexpédié :",
        "it": "Inizio messaggio inoltrato:",
        "nl": "Begin doorgestuurd bericht:",
    }[language.code]
    head = "\n".join(f"> {key}: {WHO}" for key in language.headers)
    text = f"\n{begins}\n\n{head}\n>\n{QUOTE}\n"
    return Layout(f"apple forwarded {language.code}", build(Body(text)), (), text)

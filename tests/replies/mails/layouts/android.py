"""K-9 (Thunderbird for Android) and FairEmail, with all the signatures and closings that phones and offices add."""

from html import escape

from tests.replies.mails.layouts.building import ANSWER, POSTINGS, QUOTE, QUOTE_IN_HTML, Body, Layout, Layouts, build
from tests.replies.mails.layouts.languages import LANGUAGES, Language


def layouts() -> Layouts:
    for number, language in enumerate(LANGUAGES):
        text = f"{ANSWER}\n{language.note}\n-- \n{language.k9_line}\n\n{language.k9}\n{QUOTE}\n"
        yield Layout(f"k9 {language.code}", build(Body(text, encoding="8bit")), (ANSWER, language.note), text)
        text = f"{language.k9}\n{QUOTE}\n\n{ANSWER}\n\n{language.k9_line}\n"
        yield Layout(f"k9 bottom {language.code}", build(Body(text)), (ANSWER,), text)
        yield fairemail(language)
        yield office(language)
        posting, arrange = tuple(POSTINGS.items())[number % 3]
        text, expected = arrange(language.k9, QUOTE, language.note)
        raw = build(Body(text, charset="utf-16" if number % 2 else "utf-8", encoding="base64"))
        yield Layout(f"k9 {posting} base64 {language.code}", raw, expected, text)


def fairemail(language: Language) -> Layout:
    html = (
        f'<html><head></head><body><div dir="auto">{ANSWER}</div><div dir="auto">{escape(language.note)}</div>'
        f'<div fairemail="signature"><p>{language.greeting}<br>Kim</p></div><br><div fairemail="reference"><div '
        f'fairemail="header"><p>{escape(language.k9)}</p></div><blockquote style="margin:0;border-left:3px solid">'
        f"{QUOTE_IN_HTML}</blockquote></div></body></html>"
    )
    return Layout(f"fairemail {language.code}", build(Body(html, "html")), (ANSWER, language.note))


def office(language: Language) -> Layout:
    """A closing, a name, and what a company adds below each mail, all above the quote."""
    closing = f"{language.greeting}\nKim\n\n{language.disclaimer}"
    text = f"{ANSWER}\n\n{language.note}\n\n{closing}\n\n{language.gmail}\n{QUOTE}\n"
    return Layout(f"office {language.code}", build(Body(text)), (ANSWER, language.note), text)

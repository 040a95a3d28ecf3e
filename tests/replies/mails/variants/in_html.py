"""Kinds of answers as HTML, by itself or beside a text."""

from html import escape

from tests.replies.mails.layouts.languages import LANGUAGES
from tests.replies.mails.variants.building import (
    ATTRIBUTIONS,
    IN_HTML,
    QUOTE,
    TURN,
    UNMARKED,
    WHO,
    Variant,
    Variants,
    join,
    mail,
    part,
)

CITE = '<blockquote type="cite" style="border-left: #1010ff 2px solid">'
QUOTES = {
    "roundcube": f'<p id="reply-intro">{{who}}</p>{CITE}{{ours}}</blockquote>',
    "thunderbird": '<div class="moz-cite-prefix">{who}<br></div><blockquote type="cite" cite="mid:x">{ours}'
    "</blockquote>",
    "gmail": '<div class="gmail_quote"><div class="gmail_attr">{who}<br></div><blockquote class="gmail_quote">{ours}'
    "</blockquote></div>",
    "yahoo": '<div id="yahoo_quoted_1" class="yahoo_quoted"><div>{who}</div><div>{ours}</div></div>',
    "proton": '<div class="protonmail_quote">{who}<br><blockquote class="protonmail_quote" type="cite">{ours}'
    "</blockquote></div>",
    "apple": '<div><blockquote type="cite"><div>{who}</div><div>{ours}</div></blockquote></div>',
    "horde": '<p>{who}</p><blockquote type="cite" style="border-left:2px solid blue">{ours}</blockquote>',
    "sogo": "<div>{who}<br><br></div><blockquote type='cite'>{ours}</blockquote>",
}


def write(name: str, layout: str, *, expected: str = TURN) -> Variant:
    html = f"<html><body>{layout}</body></html>"
    filled, empty = html.replace("{turn}", expected), html.replace("{turn}", "")
    return Variant(name, mail(part(filled, kind="html")), expected, mail(part(empty, kind="html")))


def below_or_above_a_quote() -> Variants:
    for name, quote in QUOTES.items():
        for line in ATTRIBUTIONS[::5]:
            made = quote.replace("{who}", escape(line)).replace("{ours}", IN_HTML)
            yield write(f"{name} below {line[:20]}", f"{made}<div>{{turn}}</div>")
            yield write(f"{name} above {line[:20]}", f"<div>{{turn}}</div><br>{made}")


def beside_a_text() -> Variants:
    for name, quote in QUOTES.items():
        for line in ATTRIBUTIONS[::9]:
            made = quote.replace("{who}", escape(line)).replace("{ours}", IN_HTML)
            parts = [part(f"{line}\n{QUOTE}\n\n{{turn}}\n".replace("{turn}", TURN), more="; format=flowed")]
            parts.append(part(f"{made}<p>{TURN}</p>", kind="html"))
            yield Variant(f"{name} {line[:20]}", mail(join(*parts)))
            unmarked = part(f"{TURN}\n\n{line}\n\n{UNMARKED}\n")
            yield Variant(
                f"{name} unmarked {line[:20]}", mail(join(unmarked, part(f"<p>{TURN}</p>{made}", kind="html")))
            )


def below_an_original_of_outlook() -> Variants:
    for language in LANGUAGES:
        values = (WHO, language.sent, "Kim <kim@example.org>", "Your turn")
        head = "<br>".join(
            f"<b>{key}:</b> {escape(value)}" for key, value in zip(language.headers, values, strict=True)
        )
        style = "border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"
        desktop = f'<div class="WordSection1"><div><div style="{style}"><p>{head}</p></div></div>'
        web = f'<hr tabindex="-1"><div id="divRplyFwdMsg">{head}</div>'
        yield write(f"desktop {language.code}", f'{desktop}{IN_HTML}<p class="MsoNormal">{{turn}}</p></div>')
        yield write(f"web {language.code}", f"{web}<div>{IN_HTML}</div><div>{{turn}}</div>")
        yield write(f"above {language.code}", f"<p>{{turn}}</p>{desktop}{IN_HTML}</div>")


def crossed_out() -> Variants:
    for open_, close in (
        ("<s>", "</s>"), ("<strike>", "</strike>"), ("<del>", "</del>"),
        ('<span style="text-decoration: line-through">', "</span>"),
        ('<span style="text-decoration-line:line-through;color:red">', "</span>"),
    ):  # fmt: skip
        for name, out in (("line", f"<div>{open_}Pc3-b3{close}</div><div>{{turn}}</div>"),
                          ("before", f"<p>{open_}Pc3-b3{close} {{turn}}</p>"),
                          ("within", f"<p>Pc3-{open_}b3{close}c4</p>"),
                          ("bold", f"<p><b>{open_}Pc3-b3{close}</b></p><p><i>{{turn}}</i></p>")):  # fmt: skip
            yield Variant(f"{name} {open_}", mail(part(out.replace("{turn}", TURN), kind="html")))
            texts = part(f"Pc3-b3\n{TURN}\n"), part(out.replace("{turn}", TURN), kind="html")
            yield Variant(f"{name} {open_} beside a text", mail(join(*texts)))


def indented_or_in_a_signature() -> Variants:
    indent = '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">'
    for line in ATTRIBUTIONS[:12]:
        quote = QUOTES["gmail"].replace("{who}", escape(line)).replace("{ours}", IN_HTML)
        yield write(f"indent {line[:20]}", f"{indent}<div>{{turn}}</div></blockquote>{quote}")
        yield write(f"signature {line[:20]}", f'<div class="gmail_signature">Kim<br>{{turn}}</div>{quote}')


def in_numbered_lists() -> Variants:
    for start in range(1, 12):
        for attribute, first in ((f' start="{start}"', start), ("", 1), (f' type="1" start={start}', start)):
            html = f"<ol{attribute}><li>{TURN}</li><li>Pd3-d4</li></ol>"
            yield Variant(f"{start} {attribute}", mail(part(html, kind="html")), f"{first}. {TURN}")


KINDS = (
    below_or_above_a_quote, beside_a_text, below_an_original_of_outlook, crossed_out, indented_or_in_a_signature,
    in_numbered_lists,
)  # fmt: skip

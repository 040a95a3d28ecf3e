"""What a form was filled in with is handed on by name: a form may have a field more than a function takes."""

import ast

from tests.games.test_architecture import ROOT, list_sources


def find_spread(source: str) -> list[int]:
    """The lines in which a call is handed all of a form's `cleaned_data`, whatever fields it has."""
    return [
        call.lineno
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        for keyword in call.keywords
        if keyword.arg is None and isinstance(keyword.value, ast.Attribute) and keyword.value.attr == "cleaned_data"
    ]


def test_no_form_is_spread_over_the_arguments_of_a_function():
    assert [
        f"{path.relative_to(ROOT)}:{line}" for path in list_sources() for line in find_spread(path.read_text())
    ] == []


def test_the_check_finds_a_form_that_is_spread():
    assert find_spread("answer(1, staff=staff, **form.cleaned_data)") == [1]
    assert find_spread("answer(1, **{name: form.cleaned_data[name] for name in names})") == []

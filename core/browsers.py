"""Says in two words which browser somebody uses, so that they recognise it."""

# The first that occurs wins: browsers name those whose company they want to be taken for.
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "Chromebook",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


def describe_browser(user_agent: str) -> str:
    """`Firefox on Linux`; unknown parts are left out, and if nothing is known it is shown unchanged."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in user_agent), "")
    system = next((name for mark, name in _SYSTEMS.items() if mark in user_agent), "")
    return " on ".join(filter(None, [browser, system])) or user_agent[:60] or "unknown"

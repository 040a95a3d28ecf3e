"""The games: rules, search and boards, in pure Python. No Django, no third-party package, nothing of the site."""

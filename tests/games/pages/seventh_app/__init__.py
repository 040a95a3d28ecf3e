"""An app that stands above games, as far as its panels go."""

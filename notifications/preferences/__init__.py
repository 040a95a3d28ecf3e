"""What a reader prefers to be told, when and by which channel: saved, and the pages for it."""

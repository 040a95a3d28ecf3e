"""What a reader wishes to be told, when and by which channel: saved, read, and the pages for it."""

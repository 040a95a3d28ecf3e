"""What a reader wants to be told, when and by which channel: how it is saved, and the pages where they choose it."""

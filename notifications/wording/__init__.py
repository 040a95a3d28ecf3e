"""What several kinds of notice have in common: words about games and challenges, links, pictures, clean text."""

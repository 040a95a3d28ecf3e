"""Every row of the site's database: stored in a file, restored, or moved to another database."""

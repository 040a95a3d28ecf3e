"""Every row of the site's database: kept in a file, put back, or moved to another database."""

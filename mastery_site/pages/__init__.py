"""Pages of the site as a whole, what every page shows, and the forms and passwords of log-ins."""

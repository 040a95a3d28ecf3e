"""What happens to each request before and after its view: limits, headers, compression, cookies, static files."""

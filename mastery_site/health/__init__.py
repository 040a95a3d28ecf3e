"""Whether the site works, for `/healthz` and `/metrics`, for outside services and for administrators."""

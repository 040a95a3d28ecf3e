"""Programs that measure the site, each beside a reference in the same run. They print figures; none is a test."""

"""What the site writes down of requests, tasks and faults, without what is private: lines, and reports to Sentry."""

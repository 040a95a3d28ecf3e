"""Games written down, shown and studied: records, pictures, watching."""

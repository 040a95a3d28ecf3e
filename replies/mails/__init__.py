"""What stands in a mail: headers, text, the lines of its writer, the proof of its sender. Pure functions."""

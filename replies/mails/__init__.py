"""What stands in a mail: headers, text, the lines of its writer, the proof of its sender. Pure functions.

Everything here is written by strangers. No function raises for what stands in a mail, whichever program wrote it, and
each takes memory and time in proportion to the mail's first megabyte at most.
"""

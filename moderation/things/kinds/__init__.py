"""The kinds of thing that can be reported, a file each: nothing else has to be changed to add one."""

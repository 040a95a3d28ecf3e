"""When each reader is told. It judges what is due and plans what is to come, with the functions of `timing`."""

"""What people may do to one another: blocks, restrictions, the rights of staff, where accounts are used from."""

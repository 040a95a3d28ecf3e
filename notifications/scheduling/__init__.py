"""When each reader is told: what is due is judged, what is to come is planned, by the functions of `timing`."""

"""Class sets: a worksheet for each pupil of a list, and the teacher's key."""

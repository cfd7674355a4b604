"""Opening training without its screens: judging positions, and rehearsing openings with decisions."""

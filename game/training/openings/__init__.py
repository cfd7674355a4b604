"""Opening trainer without its screens: judging positions, and rehearsing openings with decisions. Imports no pygame."""

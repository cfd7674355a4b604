"""Tours, which open scenes of the window one after the other for tests and pictures, and film strips of animations."""

"""Four in a row with gravity: an exhaustive solver, and the engine of rule sheets checked against it."""

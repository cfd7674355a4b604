"""A pilot that plays the window by posted events, and games and people for it."""

"""Remote games for the window: playing, setting up, joining, saved games and club tournaments. No pygame."""

"""The lantern room: the library of all games, files that are opened, and the doors to what one learns from them."""

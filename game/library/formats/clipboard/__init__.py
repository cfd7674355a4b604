"""Reading and writing of text for the clipboard: games and positions as people write and share them."""

"""The game board on the screen, and the cards and dialogs around it."""

"""The journal that two sides share: its lines, what they come to, and how two journals are kept alike."""

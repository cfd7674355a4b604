"""The journal that both sides of a remote game share: its lines, the game they describe, and its synchronisation."""

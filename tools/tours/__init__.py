"""Tours of the window: pictures of every scene, and films of motion."""

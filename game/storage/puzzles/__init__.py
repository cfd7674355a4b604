"""What the database keeps of riddles."""

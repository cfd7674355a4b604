"""Opening training: judge which side is better, and practise openings with decisions from both sides."""

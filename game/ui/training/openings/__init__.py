"""Scenes of opening training: judging which side is better, and practising openings with decisions."""

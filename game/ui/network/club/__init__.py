"""An evening of a club: the list of evenings, one that is set up, and its hall."""

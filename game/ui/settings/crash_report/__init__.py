"""Display of crash reports: the offer at the next start, the text, and its folder in the file manager."""

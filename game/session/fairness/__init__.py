"""The report on the fairness of a rule sheet: games of its levels against themselves, measured and put into words."""

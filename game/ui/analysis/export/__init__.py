"""Games as files for others: in the formats of programs, as pictures, as moving pictures."""

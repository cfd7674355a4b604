"""Help mode: what each side threatens, in words, and what a prover says about it. No pygame here."""

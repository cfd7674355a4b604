"""The compiled search engine that plays every rule sheet."""

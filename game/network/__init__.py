"""Two people at one table on two machines: messages, sealing, the seat that keeps both journals alike. No pygame."""

"""The decathlon: the events of the week, what they brought, and how friends did."""

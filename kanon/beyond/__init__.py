"""What may be required beyond k: rules for the sensitive values of a class, and the lattice where rules are required."""

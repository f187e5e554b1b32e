"""What the user declares before the data are seen: limits for each column, and the edges where a column may be cut."""

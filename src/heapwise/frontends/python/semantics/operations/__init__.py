"""What syntax asks of any value: its truth, attributes, comparison, iteration, and its text."""

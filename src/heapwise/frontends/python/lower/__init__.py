"""From syntax trees to instructions."""

"""What inputs and fields may hold: hints, declarations, and what code tells where no hint does."""

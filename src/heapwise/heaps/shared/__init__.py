"""What several strategies have in common: cells, references, bounds, and witnesses from models."""

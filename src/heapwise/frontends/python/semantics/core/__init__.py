"""What every operation needs: kinds of values, items, keys, special methods, calls."""

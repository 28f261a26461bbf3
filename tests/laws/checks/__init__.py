"""What the law tests check with: shared, cached runs, and the checks that need more than a line.

Everything is parametrised over the registry of strategies: a new one is tested without an edit
here, but for saying in `strategies` whether it is path-optimal and where it stands in the order.
"""

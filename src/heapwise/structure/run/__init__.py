"""Explorations under a precondition: what each technique does to strategy, solver and witnesses."""

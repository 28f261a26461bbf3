"""The shapes that inputs can be restricted to, by name."""

from __future__ import annotations

ANY, DAG, TREE = "any", "dag", "tree"
SHAPES = (ANY, DAG, TREE)
LIMITS = {DAG: "no cycles", TREE: "no cycles and no sharing"}
"""What a restriction leaves of the inputs, in words."""

"""The heap strategies, one module or package each; `heaps.registry` knows them by name."""

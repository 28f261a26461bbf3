"""From bytecode to the IR."""

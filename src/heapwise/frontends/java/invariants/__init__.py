"""Java programs under a precondition: invariants, structures, drivers, enumeration."""

"""Values of the library that are a few numbers: dates, Decimals, Fractions, complex numbers."""

"""The independent oracle of the law tests: plain, slow, obviously right.

It enumerates concrete input heaps by brute force and runs programs of the POSE language on them.
It shares the syntax tree and the plain-data heaps with the product, and nothing else: no term, no
solver, no IR, no engine. What it says a program does is what a symbolic run must agree with.
"""

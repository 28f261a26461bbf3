"""The Java front end: from class files, jars and the JDK, read without a JVM, to a program.

In the order in which a target goes through it:

1. *Reading* (`classfile/`, `classpath/`): class files, folders, jars, jmods and the JDK's own
   image, with errors that say where a file is malformed.
2. *Universe* (`universe/`): the classes that inputs may have are fixed before the exploration;
   classes met later (allocations, exceptions) are appended to the `Program`.
3. *Lowering* (`lowering/`), when a method is first called: operand stack and locals are registers,
   most instructions are plain IR (`Invoke` and `Compute` are there for Java), the rest operations
   in direct style (`semantics/`). `arithmetic.py` has the arithmetic, by mnemonic, on bit-vectors
   or mathematical integers; `invokedynamic.py` the call sites of lambdas, concatenation, records
   and switches; `statics.py` static fields and initialisers.
4. *Models* (`models/`): native and intrinsic methods, found by class, name and descriptor before
   bytecode is looked at.
5. *Contracts* (`contracts.py`, `main_code.py`, `options.py`): `repOK`, `m_pre`, `m_post`,
   annotations, options. `calls_by_contract.py` replaces a call by its contract.
6. *Witness* (`witness/`) and replay: `testgen/java` keeps one warm JVM with a small program of
   ours, which builds a heap by reflection, calls the method and tells what is left. JUnit files
   come from the same observations.

`checking/` is what `check` and `tests` ask; `invariants/` is what
`structure` asks.
"""

"""Runs programs in the IR on symbolic inputs: states, the interpreter, search orders and bounds.

How a path comes about:

1. `Explorer.leaves` (`explorer.py`) takes a `State` from the search order. A state is an immutable
   value: code and position, registers, callers, heap, path condition, trace, and a store.
2. `Stepper.run` (`stepping.py`) executes instructions on a mutable `Cursor` until there is a
   choice. Handlers (`instructions.py`) are found by the type of the instruction; none knows a
   strategy or a language.
3. At an access to the heap the handler asks the strategy and hands the cases to
   `Interpreter.choose` (`interpreter.py`). At a branch of the program the cases are the condition
   and its negation.
4. `Chooser.feasible` (`choices.py`) has one rule for all of it: assume the facts of a case, then
   its guard; drop the case if that is unsatisfiable.
5. One case left: the cursor goes on in place. Several: each becomes a state of its own and goes
   back to the search order.
6. The end of a path is a `Leaf`. Leaves stream out and are not kept. `Exploration.describe` gets a
   model, builds both heaps and replays the input (`replay.py`); `count` skips all that.

A language whose operations are more than one access to the heap writes them in direct style
(`machine.py`), and says by a `Runtime` (`program/program.py`) what the engine must know of it:

* *Store.* Besides the heap of its strategy, a path has a store: immutable values by location or
  name. The contents of containers, closures, iterators and generators that the program itself
  makes are there, each at a location that was allocated in the strategy's heap, so that references
  to it can be stored anywhere.
* *Exceptions.* An operation throws a value (`ThrownError`); `Code.handlers` says which register
  gets it and where to go on. `Interpreter.throw` walks up the waiting frames.
* *Calls.* An operation that has to run code of the program returns `Enter(code, arguments,
  finish)`: that code runs, and `finish` makes the result of what it returns.
* *Generators* are suspended activations: `Yield` puts `Suspended` (code, position, registers) into
  the store, at the location of the generator; an `Enter` with `resume` goes on with it, or throws
  into it.
* *Joins.* What a library asks is no branch of the program. Under a strategy that is path-optimal,
  the ends of an operation that differ only in values become one state again (`joining.py`).
  Containers that differ in length have no such value, and questions about strings and floats are
  left decided: those states go on separately, as cases of one path.

What ends a path that would not end by itself:

* The bounds (`bounds.py`). Those on input objects are the strategy's, which answers with a case
  whose value is `Cut`; calls, steps and the indexes of an input array are counted here.
* A *streak* (`state.py`) counts iterations of a loop, or nested calls of a method, in a row that
  decided something symbolic and met no new input object; `max_loops` bounds it. In Python and
  Java, iterations without another way to go are counted apart, up to 100: they make no paths, and
  may turn out to have no end.
* A path that comes back to the same code, in the same world and with the same values of all that
  matters there (`rounds.py`), ends as `endless`. In a language with a `Runtime`, a recursion that
  comes back gets the language's own error instead; it is also recognised where each call makes
  containers of its own (`Runtime.visible`).
* A path that has gone round all objects twice without saying which is which is *resolving* from
  then on: a reference is compared with those looked at before, so that circles close.
"""

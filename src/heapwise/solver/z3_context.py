"""Z3's contexts, made so that they can be thrown away at any time, in any thread."""

from collections import deque
from collections.abc import Callable, Sequence

import z3
from z3 import z3core as api
from z3.z3types import Ast

from heapwise.solver.z3_watch import Watch


class Context(z3.Context):  # type: ignore[misc]  # z3 has no types
    """Only who asks touches a context. Z3 does not lock it, and the garbage collector runs in any
    thread that makes an object, also while another one is inside Z3: what it finds is noted, and
    let go of with the next question.

    Z3 takes minutes to delete a context full of formulas that are still referenced. The garbage
    collector may come by the context before those who hold them, so the context itself lets go of
    them first: `releases` refer to formulas, and to nothing that refers to the context."""

    owner = False
    """Nothing is to be deleted if an interrupt comes before Z3 has made the context."""

    def __init__(self) -> None:
        self.releases: list[Callable[[], None]] = []
        self._unused: deque[object] = deque()
        super().__init__()
        self._watch = Watch(self.ref())
        self.releases.append(self._watch.close)

    def note_unused(self, model: object) -> None:
        self._unused.append(model)

    def let_go(self) -> None:
        """Of models that nobody uses any more."""
        while self._unused:
            api.Z3_model_dec_ref(self.ref(), self._unused.popleft())

    def check(self, solver: object, seconds: float, assumed: Sequence[object] = ()) -> int:
        """What Z3 says (1, 0 or -1). The seconds are those of the limit (`z3_limits`)."""
        self.let_go()
        self._watch.begin(seconds)
        try:
            if not assumed:
                return int(api.Z3_solver_check(self.ref(), solver))
            number = len(assumed)
            array = (Ast * number)(*assumed)
            return int(api.Z3_solver_check_assumptions(self.ref(), solver, number, array))
        finally:
            self._watch.end()

    def set(self, solver: object, **parameters: int) -> None:
        """For each question from now on."""
        ref = self.ref()
        made = api.Z3_mk_params(ref)
        api.Z3_params_inc_ref(ref, made)
        for name, value in parameters.items():
            symbol = api.Z3_mk_string_symbol(ref, name)
            if isinstance(value, bool):
                api.Z3_params_set_bool(ref, made, symbol, value)
            else:
                api.Z3_params_set_uint(ref, made, symbol, value)
        api.Z3_solver_set_params(ref, solver, made)
        api.Z3_params_dec_ref(ref, made)

    def __del__(self) -> None:
        self.let_go()
        for release in self.releases:
            release()
        self.releases.clear()
        super().__del__()

"""The code of one function, written when it is first called."""

from __future__ import annotations

import ast

from heapwise.frontends.python.lower.builder import Builder
from heapwise.frontends.python.lower.statements import StatementLowering
from heapwise.frontends.python.semantics.objects import name_operations
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.source.scopes import is_generator, parameters_of
from heapwise.program.code import Code

_DEFINED = ast.FunctionDef | ast.AsyncFunctionDef


def lower_function(code: FunctionCode) -> Code:
    """The registers are: the parameters, then the cells of captured names, then the rest."""
    node = code.node
    parameters = parameters_of(node)
    builder = Builder(code.name, code.file, len(parameters) + len(code.free_cells))
    lowering = StatementLowering(node, code, builder)
    for index, name in enumerate(parameters):
        lowering.locals[name] = index
        lowering.assigned.add(name)
    for index, name in enumerate(code.free_cells):
        lowering.cells[name] = len(parameters) + index
    with builder.at(node):
        for name in sorted(lowering.scope.bound):
            if name in lowering.scope.captured:
                register = lowering.locals.pop(name, None)
                if register is None:
                    register = builder.perform(name_operations.undefined)
                lowering.cells[name] = builder.perform(name_operations.make_cell, register)
            elif name not in lowering.locals:
                lowering.locals[name] = builder.register()
        if isinstance(node, _DEFINED | ast.Lambda):
            lowering.note(node, "def" if isinstance(node, _DEFINED) else "lambda", "true")
        try:
            _body(lowering, node)
        except RecursionError:
            builder.perform(name_operations.unsupported, static=("an expression nested so deeply",))
        builder.give_back(builder.constant(None))
    variables = (*lowering.locals.values(), *lowering.cells.values())
    # An event loop holds its tasks until they end.
    kept = code.generator_kind == "coroutine"
    return builder.finish(is_generator(node), variables, kept)


def _body(lowering: StatementLowering, node: ast.AST) -> None:
    if isinstance(node, ast.Lambda):
        value = lowering.value(node.body)
        with lowering.build.at(node.body):
            lowering.build.give_back(value)
    elif isinstance(node, ast.GeneratorExp):
        lowering.generate(
            node.generators,
            lambda: lowering.build.hand_out(lowering.value(node.elt)),
            lowering.locals[".0"],
        )
    elif isinstance(node, _DEFINED):
        lowering.body(node.body)

"""`heapwise config`: what holds for a target, and where it comes from."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from heapwise.cli.exitcodes import ExitCode
from heapwise.cli.failures import run_command


def config_command(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="TARGET",
            help="A file, module, class or function; without it, what holds unless an override "
            "says otherwise.",
            show_default=False,
        ),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|none", show_default="heapwise.toml or pyproject.toml, here or above"
        ),
    ] = None,
) -> None:
    """Show what `check` would do, and why: every setting with its value and its origin.

    Settings are those of `check`, by the same names, in the table `[tool.heapwise]` of
    pyproject.toml or at the top of heapwise.toml; `[[tool.heapwise.overrides]]` hold for a
    `module` or a `function`.

    **Examples**

    `heapwise config`

    `heapwise config src/shop/cart.py:Cart.add`
    """

    def command() -> ExitCode:
        from heapwise.checking.check_options import fits_function, fits_module
        from heapwise.cli.check_command import check_command
        from heapwise.cli.check_planning import choices

        made = choices(check_command, {"config": config}, {})
        made.need_sense()
        held = made.held_for(target or "")
        function = (target or "").rpartition(":")[2] if ":" in (target or "") else ""
        others = []
        for override, said in made.overrides(of_modules=target is None):
            folder = str(made.config.folder)
            if target and not fits_module(target, override.modules, folder):
                continue
            if target and (function or not override.functions):
                if fits_function(function, override.functions):
                    held.update(said)
            else:
                others.append((override, said))
        keys = {each.name: each.key for each in made.settings.values()}
        print(f"configuration: {made.config.path or 'none'}")
        width = max(map(len, keys.values()))
        for name, one in sorted(held.items(), key=lambda each: keys[each[0]]):
            print(f"{keys[name]:{width}}  {_shown(one.value):14}  {one.origin}")
        for override, said in others:
            print(f"\nfor {override.where} ({made.config.path}:{override.line}):")
            for name, one in said.items():
                print(f"{keys[name]:{width}}  {_shown(one.value)}")
        return ExitCode.DONE

    run_command(command)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "–" if value is None else str(value)

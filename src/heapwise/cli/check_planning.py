"""What holds for the targets of a check: the command line, the project's configuration, defaults.

The command line wins over the configuration, its overrides over what it says about everything, and
later ones over earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from heapwise.checking.allowed_names import need_exceptions
from heapwise.checking.check_options import ENGINES, CheckOptions, Override, Planned, fits_module
from heapwise.checking.silence import Known, is_same_file, read_baseline
from heapwise.cli import configuration
from heapwise.cli.configuration import Configuration, Said, Setting
from heapwise.cli.failures import chosen
from heapwise.cli.language_options import language_options
from heapwise.engine.bounds import Bounds
from heapwise.frontends.registry import is_text, need_target
from heapwise.frontends.target_folders import expanded
from heapwise.heaps.shape_names import SHAPES
from heapwise.program.source import InputError
from heapwise.results import rules
from heapwise.results.input_choice import INPUTS

FIELDS = {
    "seconds": "seconds",
    "max_objects": "max_objects",
    "strategy": "strategy",
    "shapes": "shapes",
    "assume_contracts": "by_contract",
    "endless": "endless",
    "digits": "digits",
    "find_invariants": "find_invariants",
    "precondition": "precondition",
    "ignore": "ignore",
    "allow": "allow",
    "inputs": "inputs",
    "engine": "engine",
}
"""Options that may differ between functions of a target, and the fields of `CheckOptions` that they
are."""


class Held(NamedTuple):
    value: Any
    origin: str


@dataclass(frozen=True, slots=True)
class Choices:
    """`given` are the values of all options by name; `explicit` says of those that the user has
    given where. `settings` are the options that the configuration may set."""

    given: Mapping[str, Any]
    explicit: Mapping[str, str]
    config: Configuration
    settings: Mapping[str, Setting]

    def __getitem__(self, name: str) -> Any:
        """What holds for all targets."""
        return self.held(name).value

    def held(self, name: str) -> Held:
        if name in self.explicit:
            return Held(self.given[name], self.explicit[name])
        if name in self.config.said:
            said = self.config.said[name]
            return Held(said.value, f"{self.config.path}:{said.line}")
        return Held(self.given[name], "default")

    def held_for(self, target: str) -> dict[str, Held]:
        """What holds for everything in a target, by the names of options."""
        found = {setting.name: self.held(setting.name) for setting in self.settings.values()}
        for override in self.config.overrides:
            if self._is_of_modules(override) and fits_module(
                target, override.modules, str(self.config.folder)
            ):
                found.update(self._said_in(override))
        return found

    def overrides(
        self, of_modules: bool = False
    ) -> Iterator[tuple[configuration.Override, dict[str, Held]]]:
        """Those that are about functions, and perhaps those that are about modules: each with what
        it says and the command line does not."""
        for override in self.config.overrides:
            if of_modules or not self._is_of_modules(override):
                yield override, self._said_in(override)

    def _said_in(self, override: configuration.Override) -> dict[str, Held]:
        origin = f"{self.config.path}:{{}} ({override.where})"
        return {
            said.name: Held(said.value, origin.format(said.line))
            for said in override.said
            if said.name not in self.explicit
        }

    def _is_of_modules(self, override: configuration.Override) -> bool:
        """Does it say something that can only hold for all of a target?"""
        others = [said for said in override.said if said.name not in FIELDS]
        if others and override.functions:
            key = next(each.key for each in self.settings.values() if each.name == others[0].name)
            raise InputError(
                f"`{key}` holds for modules: an override for functions cannot have it",
                self.config.at(others[0].line),
            )
        return bool(others)

    # -- plans

    def planned(self, targets: Sequence[str]) -> list[Planned]:
        """Raises `InputError` for a choice or a target that does not exist."""
        self.need_sense()
        found = expanded(targets, self["exclude"] or (), self.config.folder)
        self._need_exceptions(found)
        known = self.known()
        return [self._plan(target, known) for target in found]

    def _need_exceptions(self, targets: Sequence[str]) -> None:
        if "allow" in self.explicit:
            need_exceptions(self.given["allow"] or (), targets, is_for_all=False)
        for said in self._everything_said():
            if said.name == "allow":
                try:
                    need_exceptions(said.value, targets, is_for_all=True)
                except InputError as error:
                    raise InputError(error.message, self.config.at(said.line)) from None

    def _everything_said(self) -> list[Said]:
        """In the configuration, whether it is used now or not."""
        of_parts = (said for override in self.config.overrides for said in override.said)
        return [*self.config.said.values(), *of_parts]

    def baseline(self) -> Path | None:
        named = self["baseline"]
        return None if named is None else Path(named)

    def known(self) -> list[Known]:
        path = self.baseline()
        if path is None or (self.given.get("write_baseline") and not path.exists()):
            return []
        try:
            return read_baseline(path)
        except InputError as error:
            if "baseline" in self.explicit:
                raise
            at = self.config.at(self.config.said["baseline"].line)
            raise InputError(error.message, at) from None

    def _plan(self, target: str, known: Sequence[Known]) -> Planned:
        need_target(target)
        values = {name: held.value for name, held in self.held_for(target).items()}
        options = replace(
            options_of(values),
            language_options=language_options(target, values),
            lines=self.given.get("html") is not None or self["format"] == "html",
            overrides=tuple(self._function_overrides()),
            known=tuple(each for each in known if _may_be_of(each, target)),
        )
        options.plan(target, Bounds())  # raises if a choice does not exist
        return Planned(target, options, values["private"])

    def _function_overrides(self) -> Iterator[Override]:
        for override, held in self.overrides():
            values = {name: one.value for name, one in held.items()}
            made = options_of({**self._defaults(), **values})
            changes = tuple((FIELDS[name], getattr(made, FIELDS[name])) for name in values)
            yield Override(override.modules, override.functions, changes, str(self.config.folder))

    def _defaults(self) -> dict[str, Any]:
        return {each.name: each.default for each in self.settings.values()}

    def need_sense(self) -> None:
        """What the configuration says must make sense, whether it is used now or not: `InputError`
        if it does not."""
        for override in self.config.overrides:
            self._is_of_modules(override)
        for said in self._everything_said():
            try:
                options_of({**self._defaults(), said.name: said.value}).plan("x.py", Bounds())
            except InputError as error:
                raise InputError(error.message, self.config.at(said.line)) from None


def _may_be_of(known: Known, target: str) -> bool:
    """Verdicts are kept by what was chosen for their target: it is only what matters there."""
    file = target.rpartition(":")[0] or target
    return not is_text(file) or is_same_file(known.file, file)


def options_of(values: Mapping[str, Any]) -> CheckOptions:
    """Of options by their names."""
    return CheckOptions(
        seconds=float(values["seconds"]),
        max_objects=values["max_objects"],
        strategy=values["strategy"],
        shapes=chosen("value of --shapes", values["shapes"], SHAPES),
        by_contract=tuple(values["assume_contracts"] or ()),
        endless=values["endless"],
        digits=values["digits"],
        find_invariants=values["find_invariants"],
        precondition=values["precondition"],
        leading_asserts=values["leading_asserts"],
        ignore=tuple(_rule(each) for each in values["ignore"] or ()),
        allow=tuple(values["allow"] or ()),
        inputs=chosen("value of --inputs", values["inputs"], INPUTS),
        engine=chosen("value of --engine", values["engine"], ENGINES),
    )


def _rule(text: str) -> str:
    found = rules.rule(text)
    if found is None or not found.kind:
        close = rules.closest(text)
        hint = f"; did you mean `{close}`?" if close else ""
        raise InputError(f"there is no rule `{text}`{hint} (`heapwise explain` lists them)")
    return found.id


def choices(
    command: Callable[..., None], given: Mapping[str, Any], explicit: Mapping[str, str]
) -> Choices:
    """Of the command `check`. `config` among what is given is a file, or `none`; without one, the
    nearest is looked for."""
    settings = configuration.settings_of(command)
    named = given.get("config")
    if named == "none":
        path = None
    elif named is not None:
        path = Path(named)
    else:
        path = configuration.find(Path())
    values = {each.name: each.default for each in settings.values()}
    return Choices({**values, **given}, explicit, configuration.read(path, settings), settings)

"""The language server: diagnostics, hovers and code actions from the reports of checks.

A file is checked in a process of its own when it is opened or saved; what has not changed comes
from the cache. While a check runs, a newer one of the same file takes its place.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from heapwise.checking.in_child import command_of, document_of, environment
from heapwise.cli.lsp_actions import (
    INSERT_INVARIANT,
    SHOW_HEAP,
    WRITE_TEST,
    actions_for,
    data_of,
    invariant_edit,
)
from heapwise.program.source import InputError
from heapwise.reports.check_document import witness_lines
from heapwise.reports.checks import function_lines
from heapwise.results.checks import Finding, FunctionReport, report_from_json
from heapwise.results.rules import not_needed

SOURCE = "heapwise"


class Server(LanguageServer):
    def __init__(self) -> None:
        super().__init__("heapwise", version("heapwise"))
        self.reports: dict[str, list[FunctionReport]] = {}
        self.running: dict[str, asyncio.subprocess.Process] = {}

    def folder(self, path: Path) -> Path:
        root = self.workspace.root_path
        inside = root is not None and path.resolve().is_relative_to(Path(root).resolve())
        return Path(root) if inside and root is not None else path.parent

    async def check(self, uri: str) -> None:
        path = Path(uris.to_fs_path(uri) or "")
        if path.suffix != ".py" or not path.is_file():
            return
        earlier = self.running.pop(uri, None)
        if earlier is not None and earlier.returncode is None:
            earlier.terminate()
        process = await self._started(path, command_of([str(path)]))
        self.running[uri] = process
        output, errors = await process.communicate()
        if self.running.get(uri) is not process:
            return
        del self.running[uri]
        try:
            document = document_of(process.returncode, output.decode(), errors.decode())
        except InputError as error:
            if "no function" not in str(error):
                self._publish(uri, [_diagnostic(1, str(error), None, "")])
            return
        self.reports[uri] = [report_from_json(each) for each in document["functions"]]
        found = []
        for report in self.reports[uri]:
            for finding in report.findings:
                line, text = finding.line or report.line, _message(report, finding)
                found.append(_diagnostic(line, text, finding, report.name))
        for each in document["unneeded"]:
            text = not_needed(each["rule"])
            found.append(_diagnostic(each["line"], text, None, "", "HW901"))
        self._publish(uri, found)

    async def run(self, path: Path, *arguments: str) -> tuple[str, str]:
        """What a command that is about a file writes: its output, and its errors."""
        process = await self._started(path, [sys.executable, "-m", "heapwise", *arguments])
        output, errors = await process.communicate()
        return output.decode(), errors.decode()

    async def _started(self, path: Path, command: Sequence[str]) -> asyncio.subprocess.Process:
        """In the folder of the project that a file is part of."""
        return await asyncio.create_subprocess_exec(
            *command,
            cwd=self.folder(path),
            env=environment(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    def _publish(self, uri: str, diagnostics: list[types.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics)
        )

    def report_at(self, uri: str, line: int) -> FunctionReport | None:
        """Of the function in whose lines a line is (from 1): the last that begins before it."""
        known = [each for each in self.reports.get(uri, ()) if each.line <= line]
        return max(known, key=lambda each: each.line, default=None)

    def found(self, uri: str, data: Any) -> tuple[FunctionReport, Finding] | None:
        for report in self.reports.get(uri, ()):
            for finding in report.findings:
                if data == data_of(report.name, finding):
                    return report, finding
        return None


def _message(report: FunctionReport, finding: Finding) -> str:
    doubt = "" if finding.counts else f" (not reproduced: {finding.doubt})"
    return "\n".join([f"{finding.message}{doubt}", "", *witness_lines(finding, report)])


def _diagnostic(
    line: int, message: str, finding: Finding | None, name: str, rule: str = ""
) -> types.Diagnostic:
    column = 0 if finding is None or finding.at is None else max((finding.at.column or 1) - 1, 0)
    severity = types.DiagnosticSeverity.Information
    if finding is not None:
        counts = finding.counts
        severity = types.DiagnosticSeverity.Error if counts else types.DiagnosticSeverity.Warning
    return types.Diagnostic(
        range=_line_range(line, column),
        message=message,
        severity=severity,
        code=rule or (None if finding is None else finding.rule),
        source=SOURCE,
        data=None if finding is None else data_of(name, finding),
    )


def _line_range(line: int, column: int = 0) -> types.Range:
    start = types.Position(max(line - 1, 0), column)
    return types.Range(start, types.Position(max(line - 1, 0), 10_000))


def serve() -> None:
    """On copies of the streams, which are closed in the end: whoever flushes them afterwards must
    not find them closed."""
    with os.fdopen(os.dup(0), "rb") as given, os.fdopen(os.dup(1), "wb") as told:
        server().start_io(given, told)


def server() -> Server:
    made = Server()

    @made.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        await made.check(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        await made.check(params.text_document.uri)

    @made.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        report = made.report_at(params.text_document.uri, params.position.line + 1)
        if report is None:
            return None
        text = "\n".join(function_lines(report))
        content = types.MarkupContent(types.MarkupKind.Markdown, f"```text\n{text}\n```")
        return types.Hover(content)

    @made.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    def actions(params: types.CodeActionParams) -> list[types.CodeAction | types.Command]:
        uri = params.text_document.uri
        text = made.workspace.get_text_document(uri).source
        offered: list[types.CodeAction | types.Command] = []
        for diagnostic in params.context.diagnostics:
            found = made.found(uri, diagnostic.data) if diagnostic.source == SOURCE else None
            if found is not None:
                offered += actions_for(uri, text, diagnostic, *found)
        return offered

    @made.command(WRITE_TEST)
    async def write_test(uri: str, function: str) -> str:
        path = Path(uris.to_fs_path(uri) or "")
        name = function.replace(".", "_").strip("_").lower()
        to = path.with_name(f"test_{path.stem}_{name}.py")
        _, errors = await made.run(path, "tests", f"{path}:{function}", "-o", str(to), "--quiet")
        text = str(to) if to.exists() else errors.strip()
        _show(made, f"Heapwise: {text}")
        return text

    @made.command(INSERT_INVARIANT)
    async def insert_invariant(uri: str, name: str) -> str:
        path = Path(uris.to_fs_path(uri) or "")
        output, errors = await made.run(path, "invariants", f"{path}:{name}", "--json", "-")
        found = json.loads(output)["text"] if output else ""
        text = made.workspace.get_text_document(uri).source
        change = invariant_edit(text, name, found) if found else None
        if change is None:
            told = f"Heapwise: no invariant of {name} was found. {errors.strip()}".strip()
            _show(made, told)
            return told
        edit = types.WorkspaceEdit(changes={uri: [change]})
        await made.workspace_apply_edit_async(
            types.ApplyWorkspaceEditParams(edit, f"Insert the invariant of {name}")
        )
        return str(found)

    @made.command(SHOW_HEAP)
    def show_heap(uri: str, data: dict[str, str]) -> str:
        found = made.found(uri, data)
        text = "" if found is None else "\n".join(witness_lines(found[1], found[0]))
        _show(made, text)
        return text

    return made


def _show(made: Server, text: str) -> None:
    made.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))

"""The language server, spoken to by a client over standard input and output."""

from __future__ import annotations

import ast
import asyncio
import sys
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

SHOP = """\
class Box:
    def __init__(self, n: int) -> None:
        self.n = n


def half(n: int) -> int:
    return 10 // n


def third(n: int) -> int:
    return n // 3


class Stack:
    def __init__(self) -> None:
        self.items: list[int] = []
        self.size = 0

    def push(self, n: int) -> None:
        self.items.append(n)
        self.size += 1

    def pop(self) -> int:
        \"\"\"Takes the top.\"\"\"
        self.size -= 1
        return self.items.pop()
"""


async def talk(folder: Path) -> dict[str, Any]:
    """Everything that the tests look at, from one session."""
    file = folder / "shop.py"
    file.write_text(SHOP)
    uri = file.as_uri()
    client = LanguageClient("test", "1")
    published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
    shown: list[str] = []

    def noted(params: types.ShowMessageParams) -> None:
        shown.append(params.message)

    def heard(params: types.PublishDiagnosticsParams) -> None:
        published.put_nowait(params)

    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(heard)
    client.feature(types.WINDOW_SHOW_MESSAGE)(noted)
    applied: list[types.TextEdit] = []

    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        for changes in (params.edit.changes or {}).values():
            applied.extend(changes)
        return types.ApplyWorkspaceEditResult(applied=True)

    client.feature(types.WORKSPACE_APPLY_EDIT)(apply)

    await client.start_io(sys.executable, "-m", "heapwise", "lsp")
    await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(), root_uri=folder.as_uri(), process_id=None
        )
    )
    client.initialized(types.InitializedParams())
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "python", 1, SHOP))
    )
    first = await asyncio.wait_for(published.get(), 60)
    document = types.TextDocumentIdentifier(uri)
    hover = await client.text_document_hover_async(
        types.HoverParams(document, types.Position(10, 4))
    )
    finding, other = first.diagnostics
    by_title, of_method = [
        {
            each.title: each
            for each in await client.text_document_code_action_async(
                types.CodeActionParams(document, one.range, types.CodeActionContext([one]))
            )
            or []
        }
        for one in (finding, other)
    ]
    await _do(client, of_method["Find and insert an invariant of Stack"])
    heap = await _do(client, by_title["Show the heap"])
    test = await _do(client, by_title["Write a test of this function"])
    silent = SHOP.replace("10 // n", "10 // n  # heapwise: ignore[HW105]")
    file.write_text(silent.replace("items.pop()", "items.pop()  # heapwise: ignore"))
    client.text_document_did_save(types.DidSaveTextDocumentParams(document))
    second = await asyncio.wait_for(published.get(), 60)
    await client.shutdown_async(None)
    client.exit(None)
    process: Any = client._server
    ended = await asyncio.wait_for(process.wait(), 60)
    stop: Any = client.stop
    await stop()
    return {
        "ended": ended,
        "first": first,
        "hover": hover,
        "actions": by_title,
        "of_method": of_method,
        "applied": applied,
        "heap": heap,
        "test": test,
        "second": second,
        "shown": shown,
    }


async def _do(client: LanguageClient, action: Any) -> Any:
    return await client.workspace_execute_command_async(
        types.ExecuteCommandParams(action.command, arguments=action.arguments)
    )


def _edited(text: str, edit: types.TextEdit) -> str:
    lines = text.splitlines()
    line, column = edit.range.start.line, edit.range.start.character
    lines[line] = lines[line][:column] + edit.new_text + lines[line][column:]
    return "\n".join(lines)


def test_an_editor_sees_findings_verdicts_and_what_to_do(tmp_path: Path) -> None:
    told = asyncio.run(talk(tmp_path))
    assert told["ended"] == 0
    finding, _ = told["first"].diagnostics
    assert finding.code == "HW105" and finding.source == "heapwise"
    assert finding.range.start.line == 6 and "n = 0" in finding.message
    assert "proved for all inputs" in told["hover"].contents.value
    insert = told["actions"]["Insert the precondition `n != 0`"]
    (edit,) = next(iter(insert.edit.changes.values()))
    assert edit.range.start.line == 6 and edit.new_text == '    """pre: n != 0"""\n'
    insert = told["of_method"]["Insert the precondition `len(self.items) > 0`"]
    (edit,) = next(iter(insert.edit.changes.values()))
    changed = _edited(SHOP, edit)
    assert "Takes the top.\n        pre: len(self.items) > 0\n" in changed
    ast.parse(changed)
    # An invariant that was found becomes a method of the class.
    (edit,) = told["applied"]
    changed = _edited(SHOP, edit)
    assert "self.size == len(self.items)" in changed
    *_, cls = [each for each in ast.parse(changed).body if isinstance(each, ast.ClassDef)]
    assert [each.name for each in cls.body if isinstance(each, ast.FunctionDef)][-1] == "rep_ok"
    ignore = told["actions"]["Ignore HW105 here"]
    (edit,) = next(iter(ignore.edit.changes.values()))
    assert edit.new_text == "  # heapwise: ignore[HW105]"
    assert "n = 0" in told["heap"] and told["heap"] in told["shown"]
    assert Path(told["test"]).read_text().count("def test_") >= 1
    # After a save, what is silenced is gone.
    assert not told["second"].diagnostics

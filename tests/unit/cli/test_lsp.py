"""The language server, spoken to by a client over standard input and output."""

from __future__ import annotations

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
    (finding,) = first.diagnostics
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, finding.range, types.CodeActionContext([finding]))
    )
    by_title = {each.title: each for each in actions or []}
    heap = await _do(client, by_title["Show the heap"])
    test = await _do(client, by_title["Write a test of this function"])
    file.write_text(SHOP.replace("10 // n", "10 // n  # heapwise: ignore[HW105]"))
    client.text_document_did_save(types.DidSaveTextDocumentParams(document))
    second = await asyncio.wait_for(published.get(), 60)
    await client.shutdown_async(None)
    client.exit(None)
    stop: Any = client.stop
    await stop()
    return {
        "first": first,
        "hover": hover,
        "actions": by_title,
        "heap": heap,
        "test": test,
        "second": second,
        "shown": shown,
    }


async def _do(client: LanguageClient, action: Any) -> Any:
    return await client.workspace_execute_command_async(
        types.ExecuteCommandParams(action.command, arguments=action.arguments)
    )


def test_an_editor_sees_findings_verdicts_and_what_to_do(tmp_path: Path) -> None:
    told = asyncio.run(talk(tmp_path))
    (finding,) = told["first"].diagnostics
    assert finding.code == "HW105" and finding.source == "heapwise"
    assert finding.range.start.line == 6 and "n = 0" in finding.message
    assert "proved for all inputs" in told["hover"].contents.value
    insert = told["actions"]["Insert the precondition `not n == 0`"]
    (edit,) = next(iter(insert.edit.changes.values()))
    assert edit.range.start.line == 6 and edit.new_text == '    """pre: not n == 0"""\n'
    ignore = told["actions"]["Ignore HW105 here"]
    (edit,) = next(iter(ignore.edit.changes.values()))
    assert edit.new_text == "  # heapwise: ignore[HW105]"
    assert "n = 0" in told["heap"] and told["heap"] in told["shown"]
    assert Path(told["test"]).read_text().count("def test_") >= 1
    # After a save, what is silenced is gone.
    assert not told["second"].diagnostics

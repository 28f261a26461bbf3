"""`heapwise lsp`: a language server, for editors. What it does is in `lsp_server`."""

from __future__ import annotations

from heapwise.cli.failures import ExitCode, run_command


def lsp_command() -> None:
    """Speak the language server protocol on standard input and output, for any editor.

    Files are checked when they are opened and saved: findings are diagnostics, hovering over a
    function tells its verdict, and code actions write a test, show the heap, insert a precondition
    or a comment that silences. It needs `pip install 'heapwise[lsp]'`.
    """

    def command() -> ExitCode:
        from heapwise.cli.needed_extras import need_extra

        need_extra("pygls.lsp.server", "lsp")
        from heapwise.cli.lsp_server import serve

        serve()
        return ExitCode.DONE

    run_command(command)

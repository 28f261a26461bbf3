// Starts `heapwise lsp` and lets the language client do the rest.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const [command, ...args] = workspace.getConfiguration("heapwise").get("command");
  client = new LanguageClient(
    "heapwise",
    "Heapwise",
    { command, args },
    { documentSelector: [{ scheme: "file", language: "python" }] }
  );
  return client.start();
}

function deactivate() {
  return client === undefined ? undefined : client.stop();
}

module.exports = { activate, deactivate };

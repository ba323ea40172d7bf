import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { type HttpServerState, tokenDots } from "../../../shared/agents";
import type { ConnectionGuide, Workspace } from "../../../shared/contract";
import { clientIds } from "../../connect/client-ids";
import { tomlString } from "../../connect/toml-string";
import { t } from "../core/messages";

/** Instructions for connecting agents to what a window has open. */
export function guideForWindow(
  window: { workspace: Workspace | null; own(): readonly { location: { path: string } | null }[] },
  app: { command: readonly string[]; dataDir: string; isUsualDataDir: boolean; platform: "linux" | "darwin" | "win32" },
  http: HttpServerState,
): ConnectionGuide {
  const { command, dataDir, isUsualDataDir, platform } = app;
  const saved = window.own().find(({ location }) => location !== null)?.location;
  const root = window.workspace?.root ?? (saved ? dirname(saved.path) : join(homedir(), "Documents"));
  const address = http.status === "open" ? http.address : null;
  return connectionGuide({ root, command, dataDir: isUsualDataDir ? null : dataDir, platform, http: address });
}

/**
 * Instructions for connecting an agent to `root`. `command` is an absolute program path and its arguments; `dataDir` is
 * null for the default, otherwise agents need it to find this app. `http` is the HTTP server's URL if it runs; the
 * token is shown as dots.
 */
export function connectionGuide(options: {
  root: string;
  command: readonly string[];
  dataDir: string | null;
  platform: "linux" | "darwin" | "win32";
  http?: string | null;
}): ConnectionGuide {
  const { root, dataDir, platform, http = null } = options;
  const [program = "galley", ...before] = options.command;
  const location = ["--root", root, ...(dataDir === null ? [] : ["--data", dataDir])];
  const args = [...before, "mcp", ...location];
  const commandLine = (...parts: string[]) => parts.map((part) => quoted(part, platform)).join(" ");
  /** PowerShell treats a quoted path as a string; `&` runs it. */
  const call = (...parts: string[]) => {
    const line = commandLine(program, ...before, ...parts);
    return line.startsWith("'") && platform === "win32" ? `& ${line}` : line;
  };
  const strings = t.connect;
  return {
    root,
    ways: [
      {
        title: "Claude Code",
        explanation: strings.claudeCode(strings.prompt),
        language: "sh",
        text: commandLine("claude", "mcp", "add", "galley", "--", program, ...args),
      },
      {
        title: strings.clients,
        explanation: strings.clientsHow,
        language: "json",
        text: JSON.stringify({ mcpServers: { galley: { command: program, args } } }, null, 2),
      },
      {
        title: "Codex",
        explanation: strings.codexHow,
        language: "toml",
        text: [
          "[mcp_servers.galley]",
          `command = ${tomlString(program)}`,
          `args = [${args.map(tomlString).join(", ")}]`,
        ].join("\n"),
      },
      {
        title: strings.write,
        explanation: strings.writeHow,
        language: "sh",
        text: [
          call("connect", "claude", "--skill", ...location),
          ...clientIds.slice(1).map((client) => call("connect", client, ...location)),
        ].join("\n"),
      },
      ...(http === null ? [] : overHttp(http, commandLine)),
      {
        title: strings.commandLine,
        explanation: strings.commandLineHow,
        language: "sh",
        text: [
          call("tools"),
          call("call", "text_editor", '{"action":"read","path":"notes.md"}', ...location),
          call("open", "notes.md", ...location),
        ].join("\n"),
      },
    ],
  };
}

function overHttp(url: string, commandLine: (...parts: string[]) => string): ConnectionGuide["ways"] {
  const bearer = `Bearer ${tokenDots}`;
  const strings = t.connect;
  const server = { type: "http", url, headers: { Authorization: bearer } };
  return [
    {
      title: strings.http,
      explanation: strings.httpHow,
      language: "json",
      text: JSON.stringify({ mcpServers: { galley: server } }, null, 2),
      token: true,
    },
    {
      title: strings.httpClaudeCode,
      explanation: strings.httpClaudeCodeHow,
      language: "sh",
      text: `${commandLine("claude", "mcp", "add", "--transport", "http", "galley", url, "--header")} "Authorization: ${bearer}"`,
      token: true,
    },
  ];
}

/** Quotes an argument for a POSIX shell, or for PowerShell on Windows. */
function quoted(word: string, platform: "linux" | "darwin" | "win32"): string {
  if (/^[A-Za-z0-9_\-./:=@%+,]+$/.test(word) || (platform === "win32" && /^[A-Za-z0-9_\-./:=\\]+$/.test(word)))
    return word;
  return platform === "win32" ? `'${word.replaceAll("'", "''")}'` : `'${word.replaceAll("'", `'\\''`)}'`;
}

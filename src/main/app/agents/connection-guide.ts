import { tokenDots } from "../../../shared/agents";
import type { ConnectionGuide } from "../../../shared/contract";
import { told } from "../core/messages";

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
  const place = ["--root", root, ...(dataDir === null ? [] : ["--data", dataDir])];
  const args = [...before, "mcp", ...place];
  const words = (...parts: string[]) => parts.map((part) => quoted(part, platform)).join(" ");
  /** PowerShell treats a quoted path as a string; `&` runs it. */
  const call = (...parts: string[]) => {
    const line = words(program, ...before, ...parts);
    return line.startsWith("'") && platform === "win32" ? `& ${line}` : line;
  };
  const say = told.connect;
  return {
    root,
    ways: [
      {
        title: "Claude Code",
        explanation: say.claudeCode(say.prompt),
        language: "sh",
        text: words("claude", "mcp", "add", "galley", "--", program, ...args),
      },
      {
        title: say.clients,
        explanation: say.clientsHow,
        language: "json",
        text: JSON.stringify({ mcpServers: { galley: { command: program, args } } }, null, 2),
      },
      {
        title: "Codex",
        explanation: say.codexHow,
        language: "toml",
        text: [
          "[mcp_servers.galley]",
          `command = ${tomlString(program)}`,
          `args = [${args.map(tomlString).join(", ")}]`,
        ].join("\n"),
      },
      ...(http === null ? [] : overHttp(http, words)),
      {
        title: say.commandLine,
        explanation: say.commandLineHow,
        language: "sh",
        text: [
          call("tools"),
          call("call", "text_editor", '{"action":"read","path":"notes.md"}', ...place),
          call("open", "notes.md", ...place),
        ].join("\n"),
      },
    ],
  };
}

function overHttp(url: string, words: (...parts: string[]) => string): ConnectionGuide["ways"] {
  const bearer = `Bearer ${tokenDots}`;
  const say = told.connect;
  const server = { type: "http", url, headers: { Authorization: bearer } };
  return [
    {
      title: say.http,
      explanation: say.httpHow,
      language: "json",
      text: JSON.stringify({ mcpServers: { galley: server } }, null, 2),
      token: true,
    },
    {
      title: say.httpClaudeCode,
      explanation: say.httpClaudeCodeHow,
      language: "sh",
      text: `${words("claude", "mcp", "add", "--transport", "http", "galley", url, "--header")} "Authorization: ${bearer}"`,
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

/** A TOML basic string: JSON's escapes are valid TOML, except for an unescaped DEL. */
const tomlString = (text: string) => JSON.stringify(text).replaceAll("\u007f", "\\u007F");

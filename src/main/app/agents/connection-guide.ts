import { tokenDots } from "../../../shared/agents";
import type { ConnectionGuide } from "../../../shared/contract";
import { told } from "../core/messages";

/**
 * Copy-paste settings that connect an agent to `root`. `command` are the words that start the command line, the first a program's
 * absolute path; `dataDir` is named only where it is not the usual one, since the agent must find this very app. `http` is the address of the door over HTTP
 * where that is open; dots stand for its token.
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
  /** PowerShell takes a quoted word for a text, not for a program. */
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

/** One word for a POSIX shell, or for PowerShell on Windows. */
function quoted(word: string, platform: "linux" | "darwin" | "win32"): string {
  if (/^[A-Za-z0-9_\-./:=@%+,]+$/.test(word) || (platform === "win32" && /^[A-Za-z0-9_\-./:=\\]+$/.test(word)))
    return word;
  return platform === "win32" ? `'${word.replaceAll("'", "''")}'` : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A TOML basic string: JSON's escapes are a subset of it, but for DEL. */
const tomlString = (text: string) => JSON.stringify(text).replaceAll("\u007f", "\\u007F");

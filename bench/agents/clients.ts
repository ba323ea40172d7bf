/** The agents that are run: what is installed, and how each is started so that it works offline, with Galley and a local model. */
import { join } from "node:path";
import {
  claudeEnvironment,
  codexConfig,
  geminiEnvironment,
  geminiSettings,
  opencodeConfig,
  opencodeEnvironment,
  putConfig,
} from "./offline";

/** The command that starts Galley's MCP server. */
export type GalleyCommand = { command: string; args: string[] };

/** Where a client runs: a home of its own, the folder with the documents, the model's address. */
export type Workplace = { home: string; root: string; modelUrl: string; galley: GalleyCommand };

/** How to start a client for one question. */
export type Start = { args: string[]; env: Record<string, string> };

export type AgentClient = {
  /** The name of its folder in the cache and of its column in the page. */
  name: string;
  title: string;
  packageName: string;
  version: string;
  /** The program in its installed folder. */
  program: string;
  /** The program is JavaScript, not an executable. */
  isScript?: boolean;
  /** The name under which its model calls a tool of Galley. */
  toolName(tool: string): string;
  /** For a client that offers a server's tools only after its model has searched for them: those calls. */
  searches?: { call: string; input: object }[];
  /** Its own tools, as its model would search and read without Galley: lines of a file with the words, and a range of lines. */
  grep(file: string, words: string): { call: string; input: object };
  readLines(file: string, from: number, count: number): { call: string; input: object };
  /** Writes its configuration into the home. */
  start(place: Workplace, prompt: string): Promise<Start>;
};

/** The tools that the conversation uses. */
const usedTools = ["doc_toc", "doc_read", "doc_read_many", "doc_find", "text_editor", "workspace"];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const grepCommand = (file: string, words: string): string => `grep -niF -- ${quoted(words)} ${quoted(file)}`;

const claude: AgentClient = {
  name: "claude",
  title: "Claude Code",
  packageName: "@anthropic-ai/claude-code",
  version: "2.1.330",
  program: "node_modules/@anthropic-ai/claude-code/bin/claude.exe",
  toolName: (tool) => `mcp__galley__${tool}`,
  searches: [
    { call: "ToolSearch", input: { query: "outline of a document", max_results: 5 } },
    {
      call: "ToolSearch",
      input: { query: `select:${usedTools.map((tool) => `mcp__galley__${tool}`).join(",")}`, max_results: 10 },
    },
  ],
  grep: (file, words) => ({ call: "Bash", input: { command: grepCommand(file, words), description: "Search" } }),
  readLines: (file, from, count) => ({ call: "Read", input: { file_path: file, offset: from, limit: count } }),
  async start({ home, modelUrl, galley }, prompt) {
    await putConfig(home, "mcp.json", JSON.stringify({ mcpServers: { galley: { type: "stdio", ...galley } } }));
    return {
      args: [
        "--mcp-config",
        join(home, "mcp.json"),
        "--strict-mcp-config",
        "--dangerously-skip-permissions",
        "-p",
        prompt,
      ],
      env: claudeEnvironment(join(home, "config"), modelUrl),
    };
  },
};

const codex: AgentClient = {
  name: "codex",
  title: "Codex",
  packageName: "@openai/codex",
  version: "0.169.0",
  program: "node_modules/@openai/codex/bin/codex.js",
  isScript: true,
  toolName: (tool) => `mcp__galley/${tool}`,
  searches: [{ call: "tool_search", input: { query: "outline of a document" } }],
  grep: (file, words) => ({ call: "exec_command", input: { cmd: grepCommand(file, words) } }),
  readLines: (file, from, count) => ({
    call: "exec_command",
    input: { cmd: `sed -n '${from},${from + count - 1}p' ${quoted(file)}` },
  }),
  async start({ home, modelUrl, galley }, prompt) {
    const toml = [
      ...codexConfig(modelUrl, [`approval_policy = "never"`, `sandbox_mode = "danger-full-access"`]),
      "[mcp_servers.galley]",
      `command = ${JSON.stringify(galley.command)}`,
      `args = ${JSON.stringify(galley.args)}`,
      // Without a user who types first, the question would be sent before the server has answered, and without its tools.
      "required = true",
      "startup_timeout_sec = 120",
    ];
    await putConfig(join(home, "codex"), "config.toml", `${toml.join("\n")}\n`);
    return { args: ["exec", "--skip-git-repo-check", prompt], env: { CODEX_HOME: join(home, "codex") } };
  },
};

const gemini: AgentClient = {
  name: "gemini",
  title: "Gemini CLI",
  packageName: "@google/gemini-cli",
  version: "0.61.0",
  program: "node_modules/@google/gemini-cli/bundle/gemini.js",
  isScript: true,
  toolName: (tool) => `mcp_galley_${tool}`,
  grep: (file, words) => ({ call: "run_shell_command", input: { command: grepCommand(file, words) } }),
  readLines: (file, from, count) => ({
    call: "read_file",
    input: { file_path: file, start_line: from, end_line: from + count - 1 },
  }),
  async start({ home, modelUrl, galley }, prompt) {
    const settings = {
      mcpServers: { galley: { ...galley, trust: true } },
      ...geminiSettings,
    };
    await putConfig(join(home, ".gemini"), "settings.json", JSON.stringify(settings));
    return {
      args: ["--approval-mode", "yolo", "--skip-trust", "-m", "gemini-2.5-pro", "-p", prompt],
      env: geminiEnvironment(modelUrl),
    };
  },
};

const opencode: AgentClient = {
  name: "opencode",
  title: "opencode",
  packageName: "opencode-ai",
  version: "1.18.33",
  program: "node_modules/opencode-ai/bin/opencode.exe",
  toolName: (tool) => `galley_${tool}`,
  grep: (file, words) => ({ call: "bash", input: { command: grepCommand(file, words), description: "Search" } }),
  readLines: (file, from, count) => ({ call: "read", input: { filePath: file, offset: from, limit: count } }),
  async start({ home, modelUrl, galley }, prompt) {
    const config = {
      ...opencodeConfig(modelUrl),
      permission: { "*": "allow" },
      mcp: {
        galley: { type: "local", command: [galley.command, ...galley.args], enabled: true },
      },
    };
    await putConfig(join(home, ".config/opencode"), "opencode.json", JSON.stringify(config));
    return {
      args: ["run", "--auto", prompt],
      env: opencodeEnvironment,
    };
  },
};

export const agentClients: readonly AgentClient[] = [claude, codex, gemini, opencode];

/** The agents that Galley knows how to start over the Agent Client Protocol, and those that the user added in the settings. */
import { createHash } from "node:crypto";
import { type Installation, shownInstallation } from "./installation";

/** How an agent is started, and how it is installed if it is missing. */
export type AgentProgram = {
  /** Stable: conversations and the chosen agent are stored with it. */
  id: string;
  name: string;
  /** Looked for on PATH, the first one found is started; an absolute path is taken as it is. */
  commands: readonly { command: string; args: readonly string[] }[];
  /** The npm package, with the exact version that was tried with Galley; null for a user's own command and for agents of the registry. */
  package: { name: string; version: string } | null;
  /** What installs it; absent: as a program of npm. */
  install?: Installation | null;
  /** Variables of the environment that this program alone is given: its own configuration and its vendor's key. */
  variables: RegExp | null;
};

/** In the order in which they are offered. */
export const knownAgents: readonly AgentProgram[] = [
  {
    id: "claude",
    name: "Claude Code",
    commands: [
      { command: "claude-agent-acp", args: [] },
      { command: "claude-code-acp", args: [] },
    ],
    package: { name: "@agentclientprotocol/claude-agent-acp", version: "0.101.0" },
    variables: /^(?:ANTHROPIC_|CLAUDE_|AWS_|CLOUD_ML_REGION$|GOOGLE_APPLICATION_CREDENTIALS$|IS_SANDBOX$)/,
  },
  {
    id: "codex",
    name: "Codex",
    commands: [{ command: "codex-acp", args: [] }],
    package: { name: "@agentclientprotocol/codex-acp", version: "2.6.0" },
    variables: /^(?:OPENAI_|CODEX_)/,
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    commands: [{ command: "gemini", args: ["--acp"] }],
    package: { name: "@google/gemini-cli", version: "0.61.0" },
    variables: /^(?:GEMINI_|GOOGLE_)/,
  },
  {
    id: "opencode",
    name: "opencode",
    commands: [{ command: "opencode", args: ["acp"] }],
    package: { name: "opencode-ai", version: "1.18.33" },
    variables: /^OPENCODE_/,
  },
];

/** The id of the known agent that a program is: by its own, or because its command has the same name. Null if it is another one. */
export const knownAs = ({ id, commands }: Pick<AgentProgram, "id" | "commands">): string | null =>
  knownAgents.find(
    (each) =>
      each.id === id ||
      each.commands.some((one) => commands.some(({ command }) => programName(command) === one.command)),
  )?.id ?? null;

const programName = (command: string): string =>
  (command.split(/[\\/]/).at(-1) ?? "").replace(/\.(?:exe|cmd|bat)$/i, "");

/** What installs an agent. It is shown, and done only if the user says so. */
export const installation = ({ package: source, install }: AgentProgram): Installation | null =>
  install !== undefined || source === null
    ? (install ?? null)
    : { kind: "line", words: ["npm", "install", "--global", `${source.name}@${source.version}`], variables: {} };

/** The same as a line for the user. */
export function installLine(agent: AgentProgram): string | null {
  const of = installation(agent);
  return of && shownInstallation(of);
}

const MAX_OWN = 20;

/**
 * The user's own agents, as the setting has them: `Name = command with arguments`, separated by semicolons. Double
 * quotes keep spaces and semicolons together; what cannot be read is left out.
 */
export function ownAgents(setting: string): AgentProgram[] {
  const agents: AgentProgram[] = [];
  for (const words of entriesOf(setting)) {
    const equals = words.findIndex(({ text, isQuoted }) => text === "=" && !isQuoted);
    const name = words
      .slice(0, Math.max(equals, 0))
      .map(({ text }) => text)
      .join(" ")
      .trim();
    const [command, ...args] = words.slice(equals + 1).map(({ text }) => text);
    if (equals < 1 || name === "" || command === undefined || command === "") continue;
    const id = idOf(name);
    if (agents.some((each) => each.id === id) || agents.length >= MAX_OWN) continue;
    agents.push({ id, name, commands: [{ command, args }], package: null, variables: null });
  }
  return agents;
}

/** Letters, digits and hyphens. Names in other scripts than Latin get a hash. */
function idOf(name: string): string {
  const latin = `own-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`.slice(0, 80);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  return /^[\x00-\x7f]*$/.test(name)
    ? latin
    : `${latin}-${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;
}

type Word = { text: string; isQuoted: boolean };

/** The words of each entry; an equals sign outside quotes is a word of its own the first time. */
function entriesOf(setting: string): Word[][] {
  const entries: Word[][] = [[]];
  for (const [token, quoted, plain] of setting.matchAll(/"([^"]*)"|([^\s;="]+)|[;=]/g)) {
    const words = entries.at(-1) as Word[];
    const hasEquals = words.some(({ text, isQuoted }) => text === "=" && !isQuoted);
    if (quoted !== undefined) words.push({ text: quoted, isQuoted: true });
    else if (token === ";") entries.push([]);
    else if (token === "=" && hasEquals) {
      // `--port=1` is one word.
      const last = words.at(-1);
      if (last) last.text += "=";
    } else if (plain !== undefined && words.at(-1)?.text.endsWith("=") && words.at(-1)?.text !== "=") {
      (words.at(-1) as Word).text += plain;
    } else words.push({ text: token, isQuoted: false });
  }
  return entries;
}

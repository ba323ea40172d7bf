/** The programs whose configuration Galley can write, and where and how each of them keeps its MCP servers. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ClientId, ConnectScope } from "./client-ids";
import { jsonEntry, type KeyPath, withJsonEntry } from "./json-entry";
import { tomlEntry, withTomlTable } from "./toml-table";

/** Where the configuration may lie. */
export type ConfigContext = {
  home: string;
  /** The project's folder. */
  project: string;
  platform: "linux" | "darwin" | "win32";
  env: Readonly<Record<string, string | undefined>>;
};

/** How the server is started: an absolute program path, and its arguments. */
export type ServerCommand = { command: string; args: readonly string[] };

type Entry = Record<string, unknown>;

type Client = {
  id: ClientId;
  title: string;
  /** The configuration file. */
  path(scope: ConnectScope, where: ConfigContext): string;
  format: "json" | "toml";
  /** The keys to Galley's entry, which may depend on the file's own form. */
  keys(text: string): KeyPath;
  entry(server: ServerCommand, keys: KeyPath): Entry;
  /** The file of Galley's skill, if the client reads skills. */
  skill?(scope: ConnectScope, where: ConfigContext): string;
  /** The settings file with the client's hooks, if it has hooks that Galley knows. */
  hooks?(scope: ConnectScope, where: ConfigContext): string;
  /** What makes the client see it. */
  hint: string;
};

const configHome = ({ env, home }: ConfigContext): string => env["XDG_CONFIG_HOME"] || join(home, ".config");

const stdio = ({ command, args }: ServerCommand): Entry => ({ command, args: [...args] });

const mcpServers: KeyPath = ["mcpServers", "galley"];

/** The first of these files that exists, else the first. */
const firstThere = (...paths: readonly [string, ...string[]]): string =>
  paths.find((path) => existsSync(path)) ?? paths[0];

/** opencode 2 keeps servers in `mcp.servers`, and reads the older `mcp`, too. A file that uses the newer form keeps it. */
function opencodeKeys(text: string): KeyPath {
  const servers = jsonEntry(text, ["mcp", "servers"]);
  const isNewForm = typeof servers === "object" && servers !== null && !("type" in servers) && !("enabled" in servers);
  return isNewForm ? ["mcp", "servers", "galley"] : ["mcp", "galley"];
}

export const clients: readonly Client[] = [
  {
    id: "claude",
    title: "Claude Code",
    path: (scope, { env, home, project }) =>
      scope === "project" ? join(project, ".mcp.json") : join(env["CLAUDE_CONFIG_DIR"] || home, ".claude.json"),
    format: "json",
    keys: () => mcpServers,
    entry: (server) => ({ type: "stdio", ...stdio(server) }),
    skill: (scope, { env, home, project }) => {
      const own = scope === "project" ? join(project, ".claude") : env["CLAUDE_CONFIG_DIR"] || join(home, ".claude");
      return join(own, "skills", "galley", "SKILL.md");
    },
    // A project's own settings are shared; these are the user's, and name a program of this machine.
    hooks: (scope, { env, home, project }) =>
      scope === "project"
        ? join(project, ".claude", "settings.local.json")
        : join(env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "settings.json"),
    hint: "Start Claude Code again; /mcp lists its servers.",
  },
  {
    id: "codex",
    title: "Codex",
    path: (scope, { env, home, project }) =>
      scope === "project"
        ? join(project, ".codex", "config.toml")
        : join(env["CODEX_HOME"] || join(home, ".codex"), "config.toml"),
    format: "toml",
    keys: () => ["mcp_servers", "galley"],
    entry: stdio,
    hint: "Start Codex again; /mcp lists its servers. It reads a project's file only where the project is trusted.",
  },
  {
    id: "gemini",
    title: "Gemini CLI",
    path: (scope, { env, home, project }) =>
      join(scope === "project" ? project : env["GEMINI_CLI_HOME"] || home, ".gemini", "settings.json"),
    format: "json",
    keys: () => mcpServers,
    entry: stdio,
    hint: "Start Gemini CLI again; /mcp lists its servers.",
  },
  {
    id: "opencode",
    title: "opencode",
    path: (scope, where) => {
      const folder = scope === "project" ? where.project : join(configHome(where), "opencode");
      return firstThere(join(folder, "opencode.json"), join(folder, "opencode.jsonc"));
    },
    format: "json",
    keys: opencodeKeys,
    entry: ({ command, args }, keys) => ({
      type: "local",
      command: [command, ...args],
      ...(keys.length === 2 && { enabled: true }),
    }),
    hint: "Start opencode again; opencode mcp list shows its servers.",
  },
  {
    id: "cursor",
    title: "Cursor",
    path: (scope, { home, project }) => join(scope === "project" ? project : home, ".cursor", "mcp.json"),
    format: "json",
    keys: () => mcpServers,
    entry: stdio,
    hint: "Cursor lists it under Settings, MCP; switch it on there if it is off.",
  },
  {
    id: "zed",
    title: "Zed",
    path: (scope, where) => {
      if (scope === "project") return join(where.project, ".zed", "settings.json");
      const { platform, env, home } = where;
      if (platform === "win32") return join(env["APPDATA"] || join(home, "AppData", "Roaming"), "Zed", "settings.json");
      return join(platform === "darwin" ? join(home, ".config") : configHome(where), "zed", "settings.json");
    },
    format: "json",
    keys: () => ["context_servers", "galley"],
    entry: stdio,
    hint: "Zed reads it at once; the agent panel's settings list it.",
  },
];

export const clientOf = (id: ClientId): Client => clients.find((each) => each.id === id) as Client;

/** A client's configuration with an entry; undefined removes it. Throws `ConfigError` if the text cannot be edited. */
export function withEntry(client: Client, text: string, keys: KeyPath, entry: unknown): string {
  if (client.format === "json") return withJsonEntry(text, keys, entry);
  if (entry === undefined) return withTomlTable(text, keys, undefined);
  const now = tomlEntry(text, keys);
  const isLess = isRecord(now) && Object.keys(now).some((key) => !isRecord(entry) || !(key in entry));
  return withTomlTable(isLess ? withTomlTable(text, keys, undefined) : text, keys, entry as Entry);
}

/** Galley's entry in a client's configuration; undefined if there is none. Throws `ConfigError` if the text cannot be parsed. */
export const entryIn = ({ format }: Client, text: string, keys: KeyPath): unknown =>
  format === "toml" ? tomlEntry(text, keys) : jsonEntry(text, keys);

/** Keys of a server that is reached by address, which exclude a command. */
const remoteKeys = ["url", "httpUrl", "serverUrl", "headers", "http_headers", "bearer_token_env_var"];

const isRecord = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The wanted entry with what the user added to the present one, such as environment variables and timeouts. If the user had disabled it, it is enabled again. */
export function mergedEntry(now: unknown, wanted: Entry): Entry {
  if (!isRecord(now)) return wanted;
  const isOff = (key: string) => (key === "enabled" && now[key] === false) || (key === "disabled" && now[key] === true);
  const own = Object.entries(now).filter(([key]) => !(key in wanted || remoteKeys.includes(key) || isOff(key)));
  return Object.fromEntries([...Object.entries(wanted), ...own]);
}

export const isSameEntry = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

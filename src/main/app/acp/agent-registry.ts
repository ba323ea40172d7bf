import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { storedJson } from "../core/stored-json";
import type { AgentProgram } from "./known-agents";
import { loadRegistry, OFFICIAL_REGISTRY } from "./load-registry";
import { acpMessages } from "./messages";
import type { RegistryAgent } from "./registry-file";

/** What a registry says of an agent, beside how it is started. */
export type RegistryNotes = { description: string; licence: string; website: string | null; installed: string | null };

/** The agents of a registry file, as Galley last read it, and those of them that it has installed. */
export type AgentRegistry = {
  /** Reads what was stored; returns a notice if it was damaged. */
  load(): Promise<string[]>;
  /** Null until a registry was read. */
  state(): { source: string; loadedAt: string } | null;
  /** Those that Galley does not know by itself. */
  programs(): readonly (AgentProgram & { notes: RegistryNotes })[];
  /** Reads the registry again, from the address or file that the setting names. */
  refresh(): Promise<void>;
  /** An agent was installed, or has been removed. */
  installed(): void;
  /** Removes what was installed in Galley's own folder. */
  remove(id: string): Promise<void>;
};

const stored = z.object({
  source: z.string(),
  loadedAt: z.string(),
  // Checked when it was read from the registry.
  agents: z.array(
    z.custom<RegistryAgent>((value) => typeof value === "object" && value !== null && "distribution" in value),
  ),
});

export function createAgentRegistry({
  dataDir,
  source,
  known,
}: {
  dataDir: string;
  /** The setting; empty for the official registry. */
  source(): string;
  known: readonly AgentProgram[];
}): AgentRegistry {
  const file = storedJson(join(dataDir, "agent-registry.json"), stored, () => acpMessages.registry.file);
  let now: z.infer<typeof stored> | null = null;
  let programs: (AgentProgram & { notes: RegistryNotes })[] = [];
  const folderOf = (id: string): string => join(dataDir, "agents", id);

  const update = (): void => {
    programs = (now?.agents ?? []).flatMap((agent) => programOf(agent, { folder: folderOf(agent.id), known }) ?? []);
  };

  return {
    async load() {
      const { value, notice } = await file.load();
      now = value;
      update();
      return notice === null ? [] : [notice];
    },
    state: () => now && { source: now.source, loadedAt: now.loadedAt },
    programs: () => programs,
    async refresh() {
      const from = source().trim() || OFFICIAL_REGISTRY;
      now = { source: from, loadedAt: new Date().toISOString(), agents: await loadRegistry(from) };
      update();
      await file.save(now);
    },
    installed: update,
    async remove(id) {
      const program = programs.find((each) => each.id === id);
      if (program === undefined) return;
      await rm(folderOf(id.slice(ID.length)), { recursive: true, force: true });
      update();
    },
  };
}

const ID = "registry-";

/** Null for an agent that Galley knows by itself. */
function programOf(
  { id, name, version, distribution, ...notes }: RegistryAgent,
  { folder, known }: { folder: string; known: readonly AgentProgram[] },
): (AgentProgram & { notes: RegistryNotes }) | null {
  if (known.some((each) => each.id === id)) return null;
  if (distribution.kind === "npm" && known.some((each) => each.package?.name === distribution.package)) return null;
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  // Its edits must not be taken for those of another agent.
  const isTaken = known.some((each) => plain(each.name) === plain(name));
  const own = { id: `${ID}${id}`, name: isTaken ? `${name} (${id})` : name, variables: null };
  if (distribution.kind === "website")
    return { ...own, commands: [], package: null, install: null, notes: { ...notes, installed: null } };
  const { package: source, extras, args, env, command, isNamed } = distribution;
  const wanted = distribution.version;
  if (distribution.kind === "uv") {
    const line = ["uv", "tool", "install", `${source}${extras}==${wanted}`];
    // Only what uv has installed: a registry must not name any program of this computer.
    const commands = [{ command: join(uvTools(), source.toLowerCase(), ...uvPrograms, command), args }];
    return {
      ...own,
      commands,
      package: { name: source, version: wanted },
      install: line,
      env,
      notes: { ...notes, installed: null },
    };
  }
  const found = installedIn(join(folder, "node_modules", source), isNamed ? command : null, command);
  const commands = found === null ? [] : [{ command: join(folder, "node_modules", ".bin", found.command), args }];
  const line = ["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", `${source}@${wanted}`];
  return {
    ...own,
    commands,
    package: { name: source, version: wanted },
    install: line,
    env,
    notes: { ...notes, installed: found?.version ?? null },
  };
}

const isWindows = process.platform === "win32";
const uvPrograms = [isWindows ? "Scripts" : "bin"];

/** Where `uv tool install` keeps what it installs (https://docs.astral.sh/uv/reference/storage/#tools). */
function uvTools(): string {
  const { UV_TOOL_DIR, XDG_DATA_HOME, APPDATA } = process.env;
  if (UV_TOOL_DIR) return UV_TOOL_DIR;
  if (isWindows) return join(APPDATA ?? join(homedir(), "AppData", "Roaming"), "uv", "data", "tools");
  return join(XDG_DATA_HOME || join(homedir(), ".local", "share"), "uv", "tools");
}

/** The version of an installed npm package, and the name of the program that it brings. */
function installedIn(folder: string, named: string | null, bare: string): { command: string; version: string } | null {
  try {
    const { bin, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const programs = typeof bin === "string" ? [bare] : Object.keys(bin ?? {});
    const wanted = named ?? bare;
    const command = programs.includes(wanted) ? wanted : programs[0];
    return command === undefined || !/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(command)
      ? null
      : { command, version: String(version) };
  } catch {
    return null;
  }
}

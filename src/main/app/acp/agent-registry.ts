import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isSameAgentName } from "../../engine/documents";
import { storedJson } from "../core/stored-json";
import type { AgentProgram } from "./known-agents";
import { loadRegistry, OFFICIAL_REGISTRY } from "./load-registry";
import { acpMessages } from "./messages";
import { type NpmPackage, type RegistryAgent, registryAgent } from "./registry-file";

/** What a registry says of an agent, beside how it is started. `installed` and `latest` are versions. */
export type RegistryNotes = Pick<RegistryAgent, "description" | "licence" | "website"> & {
  installed: string | null;
  latest: string | null;
  /** The arguments with which it is started once the line that installs it has run. */
  args: readonly string[];
  /** The registry names another version of what is installed, or starts it in another way. */
  isChanged: boolean;
};

type RegistryProgram = AgentProgram & { notes: RegistryNotes };

/** The agents of a registry file, as Galley last read it, and those of them that it has installed. */
export type AgentRegistry = {
  /** Reads what was stored; returns a notice if it was damaged. */
  load(): Promise<string[]>;
  /** Null until a registry was read. */
  state(): { source: string; loadedAt: string } | null;
  /** Those that Galley does not know by itself. Of `others` none has the same name. */
  programs(others: readonly AgentProgram[]): RegistryProgram[];
  /** Reads the registry again, from the address or file that the setting names. */
  refresh(): Promise<void>;
  /** An agent was installed by its line: it is started as the registry says now, until it is installed again. */
  installed(id: string): void;
  /** Removes what was installed in Galley's own folder. */
  remove(id: string): Promise<void>;
};

const stored = z.object({ source: z.string(), loadedAt: z.string(), agents: z.array(registryAgent).max(300) });

/** In the folder of an installed agent: how the user has agreed to it. */
const RECORD = "galley-agent.json";
const ID = "registry-";

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
  const agentsFolder = join(dataDir, "agents");
  let now: z.infer<typeof stored> | null = null;
  let installed = new Map<string, RegistryAgent>();
  const folderOf = (id: string): string => join(agentsFolder, id);

  /** Null for an agent that Galley knows by itself. */
  function listed(id: string): RegistryAgent | null {
    const agent = now?.agents.find((each) => each.id === id) ?? null;
    const isKnown = known.some((each) => each.id === id || each.package?.name === agent?.npm?.package);
    return isKnown ? null : agent;
  }

  return {
    async load() {
      const { value, notice } = await file.load();
      now = value;
      installed = installedIn(agentsFolder);
      return notice === null ? [] : [notice];
    },
    state: () => now && { source: now.source, loadedAt: now.loadedAt },
    programs(others) {
      const ids = new Set([...installed.keys(), ...(now?.agents ?? []).map(({ id }) => id)]);
      const names = others.map(({ name }) => name);
      return [...ids].flatMap((id) => {
        const own = installed.get(id) ?? null;
        const latest = listed(id);
        const agent = own ?? latest;
        if (agent === null) return [];
        // Permissions and reviews go by the name: nobody gets that of another.
        const isTaken = names.some((name) => isSameAgentName(name, agent.name));
        const name = isTaken ? `${agent.name} (${id})` : agent.name;
        names.push(name);
        return [programOf({ ...agent, name }, { own, latest, folder: folderOf(id) })];
      });
    },
    async refresh() {
      const from = source().trim() || OFFICIAL_REGISTRY;
      now = { source: from, loadedAt: new Date().toISOString(), agents: await loadRegistry(from) };
      await file.save(now);
    },
    installed(id) {
      const agent = id.startsWith(ID) ? listed(id.slice(ID.length)) : null;
      if (agent === null) return;
      mkdirSync(folderOf(agent.id), { recursive: true });
      writeFileSync(join(folderOf(agent.id), RECORD), JSON.stringify(agent), { mode: 0o600 });
      installed.set(agent.id, agent);
    },
    async remove(id) {
      const own = installed.get(id.slice(ID.length));
      if (own === undefined) return;
      await rm(folderOf(own.id), { recursive: true, force: true });
      installed.delete(own.id);
    },
  };
}

/** What the user has agreed to is started; what the registry says now is offered. */
function programOf(
  { id, name, description, licence, website }: RegistryAgent,
  { own, latest, folder }: { own: RegistryAgent | null; latest: RegistryAgent | null; folder: string },
): RegistryProgram {
  const wanted = latest?.npm ?? null;
  const line = wanted === null ? null : installationOf(wanted, folder);
  const command = own?.npm ? programIn(folder, own.npm) : null;
  return {
    id: `${ID}${id}`,
    name,
    variables: null,
    commands: command === null || !own?.npm ? [] : [{ command, args: own.npm.args }],
    package: null,
    install: line,
    notes: {
      description,
      licence,
      website,
      installed: own?.npm?.version ?? null,
      latest: wanted?.version ?? null,
      args: wanted?.args ?? [],
      isChanged: own !== null && wanted !== null && JSON.stringify(own.npm) !== JSON.stringify(wanted),
    },
  };
}

const installationOf = ({ package: name, version }: NpmPackage, folder: string): string[] => [
  "npm",
  "install",
  "--prefix",
  folder,
  "--no-audit",
  "--no-fund",
  "--save-exact",
  `${name}@${version}`,
];

/** The program of an installed package: one that this package itself brings. Null if it is not there. */
function programIn(folder: string, { package: name, command }: NpmPackage): string | null {
  try {
    const { bin } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
    const bare = name.slice(name.lastIndexOf("/") + 1);
    const programs = typeof bin === "string" ? [bare] : Object.keys(bin ?? {});
    const wanted = command ?? bare;
    const found = programs.includes(wanted) ? wanted : command === null ? programs[0] : undefined;
    return found === undefined || !/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(found)
      ? null
      : join(folder, "node_modules", ".bin", found);
  } catch {
    return null;
  }
}

function installedIn(folder: string): Map<string, RegistryAgent> {
  const found = new Map<string, RegistryAgent>();
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // Nothing is installed.
  }
  for (const name of names) {
    try {
      const agent = registryAgent.safeParse(JSON.parse(readFileSync(join(folder, name, RECORD), "utf8")));
      if (agent.success && agent.data.id === name) found.set(name, agent.data);
    } catch {
      // An installation that did not come to its end.
    }
  }
  return found;
}

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isSameAgentName } from "../../engine/documents";
import { storedJson } from "../core/stored-json";
import { distributionOf, installationOf, programIn } from "./installation";
import type { AgentProgram } from "./known-agents";
import { loadRegistry, OFFICIAL_REGISTRY } from "./load-registry";
import { acpMessages } from "./messages";
import { type RegistryAgent, registryAgent } from "./registry-file";

/** What a registry says of an agent, beside how it is started. `installed` and `latest` are versions. */
export type RegistryNotes = Pick<RegistryAgent, "description" | "licence" | "website"> & {
  installed: string | null;
  latest: string | null;
  /** The arguments with which it is started once the line that installs it has run. */
  args: readonly string[];
  /** Where its archive is downloaded from; null if it is a package. */
  host: string | null;
  /** Of the archive that was installed. */
  sha256: string | null;
  /** The program that installs it. */
  installer: string | null;
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
  /** An agent was installed: it is started as the registry says now, until it is installed again. `sha256`: of its archive; null if it has none. */
  installed(id: string, sha256: string | null): void;
  /** Removes what was installed in Galley's own folder. */
  remove(id: string): Promise<void>;
};

const stored = z.object({ source: z.string(), loadedAt: z.string(), agents: z.array(registryAgent).max(300) });

/** In the folder of an installed agent: how the user has agreed to it. */
const RECORD = "galley-agent.json";
/** `installedSha256`: of the archive that was unpacked. */
const recordSchema = registryAgent.extend({
  installedSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
});
type InstalledAgent = z.infer<typeof recordSchema>;

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
  let installed = new Map<string, InstalledAgent>();
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
    installed(id, sha256) {
      const listedNow = id.startsWith(ID) ? listed(id.slice(ID.length)) : null;
      if (listedNow === null) return;
      const agent = { ...listedNow, installedSha256: sha256 };
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
  { own, latest, folder }: { own: InstalledAgent | null; latest: RegistryAgent | null; folder: string },
): RegistryProgram {
  const wanted = latest && distributionOf(latest);
  const had = own && distributionOf(own);
  const command = had && programIn(folder, had);
  const install = wanted && installationOf(wanted, folder);
  return {
    id: `${ID}${id}`,
    name,
    variables: null,
    commands: command === null || had === null ? [] : [{ command, args: had.args }],
    package: null,
    install,
    notes: {
      description,
      licence,
      website,
      installed: had?.version ?? null,
      latest: wanted?.version ?? null,
      args: wanted?.args ?? [],
      host: wanted?.kind === "binary" ? new URL(wanted.archive).host : null,
      sha256: own?.installedSha256 ?? null,
      installer: install?.kind === "line" ? (install.words[0] ?? null) : null,
      isChanged: had !== null && wanted !== null && JSON.stringify(had) !== JSON.stringify(wanted),
    },
  };
}

function installedIn(folder: string): Map<string, InstalledAgent> {
  const found = new Map<string, InstalledAgent>();
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // Nothing is installed.
  }
  for (const name of names) {
    try {
      const agent = recordSchema.safeParse(JSON.parse(readFileSync(join(folder, name, RECORD), "utf8")));
      if (agent.success && agent.data.id === name) found.set(name, agent.data);
    } catch {
      // An installation that did not come to its end.
    }
  }
  return found;
}

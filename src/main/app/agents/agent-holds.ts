import { copyFileSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { AgentAccess, AgentEvent, AgentTransport, KeptAgent } from "../../../shared/agents";
import { type HeldAgents, isHeldAgent, isSameAgentName, readHeldAgents, strictest } from "../../engine/documents";
import { MAX_AGENT_EVENTS, MAX_HELD_AGENTS, MAX_WAITING_CLIENTS } from "../../engine/ports/limits";
import { realPathSync } from "../core/grants";
import { latestFile } from "../core/latest-file";
import { damagedName } from "../core/stored-json";

/** What identifies an agent besides its process. */
export type AgentIdentity = { name?: string; roots?: readonly string[]; transport?: AgentTransport };

/** An HTTP client that reconnects under the same name counts as the same client. */
export const keyOfHttpClient = (name: string): string => `http ${name}`;

/** What the user allows agents: by name and folders, over HTTP by name, and for all at once. */
export type AgentHolds = {
  /** Null if the file could be read. Otherwise describes the problem, and all agents are paused. */
  notice: { why: "unreadable" | "damaged"; detail: string } | null;
  isAllPaused(): boolean;
  /**
   * Pauses all external agents, independently of their own restrictions. The assistant's conversations are restricted
   * one by one.
   */
  pauseAll(isPaused: boolean): void;
  /**
   * The strictest of the decisions that mean this agent, or that meant its process under another name; at least
   * `paused` while all are paused.
   */
  accessOf(key: string, agent: AgentIdentity): AgentAccess;
  hold(key: string, agent: AgentIdentity, access: AgentAccess): void;
  /** Every decision that is kept, the last one first. */
  kept(): KeptAgent[];
  /** The decisions about an agent, the last one first. */
  eventsOf(agent: AgentIdentity): AgentEvent[];
  /** Which names may connect over HTTP: null is all; and which wait for permission. */
  http(): HeldAgents["http"];
  setHttp(http: HeldAgents["http"]): void;
  idle(): Promise<void>;
};

/** Stored at `path`; null keeps them in memory. Read synchronously, since no call may run before. */
export function createAgentHolds(path: string | null, failed: (error: unknown) => void): AgentHolds {
  const file = path === null ? null : latestFile(path);
  const { value, notice } = path === null ? { value: nothing(), notice: null } : load(path);
  let { isAllPaused, http } = value;
  let lastId = 0;
  const nextId = () => {
    lastId += 1;
    return `kept ${lastId}`;
  };
  /** The last decision last. */
  let agents: KeptAgent[] = value.agents.map((each) => ({ id: nextId(), ...each }));
  /** The names that a process had when a decision meant it: a new name does not free it. */
  const formerly = new Map<string, string[]>();
  /** The access of the assistant's conversations; not stored. */
  const panel = new Map<string, AgentAccess>();

  function save(): void {
    const stored: HeldAgents = { isAllPaused, agents: agents.map(({ id: _id, ...each }) => each), http };
    file?.set(`${JSON.stringify(stored, null, 2)}\n`).catch(failed);
  }

  const meaning = (agent: AgentIdentity): KeptAgent[] => {
    const { name = "" } = agent;
    const named = agents.filter((each) => isSameAgentName(each.name, name));
    if (named.length === 0) return named;
    const held = { name, roots: realRoots(agent), isHttp: agent.transport === "http" };
    return named.filter((each) => isHeldAgent(each, held));
  };
  const ownAccess = (agent: AgentIdentity) => strictest(meaning(agent).map(({ access }) => access));

  function accessByName(key: string, agent: AgentIdentity): AgentAccess {
    const known = formerly.get(key)?.filter((name) => ownAccess({ ...agent, name }) !== "write") ?? [];
    const access = ownAccess(agent);
    const { name = "" } = agent;
    if (access !== "write" && !known.includes(name)) known.push(name);
    formerly.delete(key);
    if (known.length > 0) formerly.set(key, known);
    for (const oldest of formerly.keys()) if (formerly.size > MAX_HELD_AGENTS) formerly.delete(oldest);
    return strictest([access, ...known.map((each) => ownAccess({ ...agent, name: each }))]);
  }

  function holdByName(agent: AgentIdentity, access: AgentAccess): void {
    const before = meaning(agent);
    if (before.length === 0 && access === "write") return;
    const events = eventsOf(before);
    const next: KeptAgent = {
      id: before[0]?.id ?? nextId(),
      name: agent.name ?? "",
      roots: agent.roots === undefined ? [...new Set(before.flatMap(({ roots }) => roots))] : realRoots(agent),
      isHttp: agent.transport === "http" || before.some(({ isHttp }) => isHttp),
      access,
      events: [{ at: new Date().toISOString(), what: access }, ...events].slice(0, MAX_AGENT_EVENTS),
    };
    agents = [...agents.filter((each) => !before.includes(each)), next];
    while (agents.length > MAX_HELD_AGENTS) {
      const free = agents.findIndex((each) => each.access === "write");
      agents.splice(Math.max(free, 0), 1);
    }
  }

  // The new file says that all are paused, so that the next start finds it.
  if (notice?.why === "damaged") save();
  if (path !== null && notice === null) {
    const former = loadFormerClients(path);
    if (former !== null) {
      http = former.http;
      for (const name of former.blocked) holdByName({ name, roots: [], transport: "http" }, "blocked");
      save();
      // Only once the new file is safe on disk: a crash in between reads the old one again.
      void file?.idle().then(() => latestFile(former.path).set(null).catch(failed));
    }
  }

  return {
    notice,
    isAllPaused: () => isAllPaused,
    pauseAll(isPaused) {
      if (isAllPaused === isPaused) return;
      isAllPaused = isPaused;
      save();
    },
    accessOf(key, agent) {
      if (agent.transport === "panel") return panel.get(key) ?? "write";
      const access = accessByName(key, agent);
      return isAllPaused ? strictest([access, "paused"]) : access;
    },
    hold(key, agent, access) {
      if (agent.transport === "panel") {
        panel.delete(key);
        if (access !== "write") panel.set(key, access);
        for (const oldest of panel.keys()) if (panel.size > MAX_HELD_AGENTS) panel.delete(oldest);
        return;
      }
      for (const former of access === "write" ? (formerly.get(key) ?? []) : [])
        if (former !== agent.name) holdByName({ ...agent, name: former }, "write");
      holdByName(agent, access);
      save();
    },
    kept: () => [...agents].reverse(),
    eventsOf: (agent) => (agent.transport === "panel" ? [] : eventsOf(meaning(agent))),
    http: () => http,
    setHttp(next) {
      http = next;
      save();
    },
    idle: async () => file?.idle(),
  };
}

const realRoots = ({ roots = [] }: AgentIdentity): string[] => roots.map(realPathSync);

/** The last one first. */
const eventsOf = (agents: readonly KeptAgent[]): AgentEvent[] =>
  agents.flatMap(({ events }) => events).sort((a, b) => Number(a.at < b.at) - Number(a.at > b.at));

const nothing = (): HeldAgents => ({ isAllPaused: false, agents: [], http: { admitted: null, asking: [] } });

/**
 * Reads the restrictions of the last run. If the file is unreadable, somebody may have been restricted, so all are
 * paused, and every client over HTTP needs permission.
 */
function load(path: string): { value: HeldAgents; notice: AgentHolds["notice"] } {
  const value: HeldAgents = { isAllPaused: true, agents: [], http: { admitted: [], asking: [] } };
  const file = readHeldAgents(path);
  if (file.status === "read") return { value: file.value, notice: null };
  if (file.status === "unreadable") return { value, notice: { why: "unreadable", detail: file.detail } };
  const aside = damagedName(path);
  // Copied, not moved: until the new file is written, other processes find an unreadable file and pause every agent.
  copyFileSync(path, aside);
  return { value, notice: { why: "damaged", detail: basename(aside) } };
}

const name = z.string().max(200);
const formerClients = z.strictObject({
  admitted: z.array(name).max(MAX_HELD_AGENTS).nullable(),
  keptOut: z
    .array(z.strictObject({ name, why: z.enum(["cut off", "asked"]), at: z.string().max(40) }))
    .max(MAX_HELD_AGENTS + MAX_WAITING_CLIENTS),
});

/**
 * The decisions about HTTP clients, which earlier versions kept in a file of their own; null if it does not exist. If
 * it cannot be read, somebody may have been blocked, so every client needs permission.
 */
function loadFormerClients(path: string): { path: string; http: HeldAgents["http"]; blocked: string[] } | null {
  const former = join(dirname(path), "http-clients.json");
  try {
    const { admitted, keptOut } = formerClients.parse(JSON.parse(readFileSync(former, "utf8")));
    const asking = keptOut.filter(({ why }) => why === "asked").map((each) => ({ name: each.name, at: each.at }));
    const blocked = keptOut.filter(({ why }) => why === "cut off").map((each) => each.name);
    return { path: former, http: { admitted, asking: asking.slice(0, MAX_WAITING_CLIENTS) }, blocked };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    copyIfPossible(former);
    return { path: former, http: { admitted: [], asking: [] }, blocked: [] };
  }
}

function copyIfPossible(path: string): void {
  try {
    copyFileSync(path, damagedName(path));
  } catch {
    // It cannot be read at all.
  }
}

import type { AgentAccess, AgentRecord, AgentTransport, PastAgent } from "../../../shared/agents";
import type { Agent } from "../../../shared/contract";
import type { Engine } from "../../engine";
import { allPausedEnvelope, cutOffEnvelope, pausedEnvelope, readOnlyEnvelope } from "../../engine/documents";
import type { Caller, Envelope, ToolCall } from "../../engine/ports/caller";
import { type AgentCalls, type CallTracker, createAgentCalls } from "./agent-calls";
import { type AgentHolds, type AgentIdentity, keyOfHttpClient } from "./agent-holds";

/** How many disconnected agents are listed. */
const MAX_PAST = 20;

/** An agent as its transport announces it. `process` is the same for all connections of one process. */
export type ConnectingAgent = {
  id: string;
  name: string;
  roots: readonly string[];
  kind?: "mcp" | "command line" | "http";
  process?: string;
};

/** A call as received from a transport, without its caller. */
type Call = Pick<ToolCall, "name" | "arguments" | "signal">;

/** Why a call was rejected without running it. */
export type AgentRejection = { status: "paused" | "cut off"; envelope: Envelope };

/** The connected agents, their access and their calls. */
export type Agents = {
  list(): Agent[];
  /** Agents that disconnected recently, the last one first. */
  past(): PastAgent[];
  has(id: string): boolean;
  record(id: string): AgentRecord | null;
  /** Registers an agent. If the id is known, updates its name and folders. */
  connected(agent: ConnectingAgent): void;
  disconnected(id: string): void;
  /** `description` describes the last call, as in `text_editor patch notes.md`. */
  called(id: string, description: string): void;
  /** The access of an agent; `write` if it is unknown. */
  access(id: string): AgentAccess;
  setAccess(id: string, access: AgentAccess): void;
  /** Whether the user has paused all external agents. */
  isAllPaused(): boolean;
  /** The access of each agent is kept and applies again after resuming. */
  pauseAll(isPaused: boolean): void;
  /**
   * Rejects all further calls of the agent's process, whatever it connects as. If the program starts again, it is
   * paused until the user resumes it.
   */
  cutOff(id: string): void;
  /** Why a call of an agent that is not registered yet would be rejected: by its process, or by its name and folders. */
  denial(
    agent: { id: string; process?: string; name?: string; roots?: readonly string[] },
    tool: string,
  ): AgentRejection | null;
  /** Runs a call within the agent's access, and records it. */
  run(call: Call & { caller: Caller }, engine: () => Promise<Pick<Engine, "tools" | "run">>): Promise<Envelope>;
  /** Records that a document was shown to a caller of `run`. */
  read(caller: Caller, realPath: string): void;
};

type Entry = { agent: Agent; key: string; calls: AgentCalls };

/** `changed` gets the new list, at most once every `restMs`, so that a busy agent does not flood the renderer. */
export function createAgents(holds: AgentHolds, changed: (agents: Agent[]) => void, restMs = 100): Agents {
  const here = new Map<string, Entry>();
  let gone: { past: Omit<PastAgent, "access" | "counts">; key: string; calls: AgentCalls; roots: readonly string[] }[] =
    [];
  const cut = new Set<string>();
  const trackers = new WeakMap<Caller, CallTracker>();

  const { accessOf, hold } = holds;
  const shown = ({ agent, key, calls }: Entry): Agent => ({
    ...agent,
    access: accessOf(key, agent),
    counts: { ...calls.counts },
  });
  const list = () => [...here.values()].map(shown);
  const notifyChanged = atMostEvery(restMs, () => changed(list()));

  const find = (id: string) => here.get(id) ?? gone.find(({ past }) => past.id === id);

  const rejectionOf = (key: string, agent: AgentIdentity, tool: string): AgentRejection | null => {
    if (cut.has(key)) return { status: "cut off", envelope: cutOffEnvelope(tool) };
    if (accessOf(key, agent) !== "paused") return null;
    return {
      status: "paused",
      envelope: holds.isAllPaused() ? allPausedEnvelope(tool, "app") : pausedEnvelope(tool, "app"),
    };
  };

  function leave(id: string): boolean {
    const entry = here.get(id);
    if (entry === undefined) return false;
    here.delete(id);
    const { agent, key, calls } = entry;
    const { name, transport, since, roots } = agent;
    // The assistant's own conversations are shown in the panel instead.
    if (transport !== "panel") {
      const past = { id, name, transport, since, left: new Date().toISOString() };
      gone = [{ past, key, calls, roots }, ...gone].slice(0, MAX_PAST);
    }
    notifyChanged();
    return true;
  }

  return {
    list,
    past: () =>
      gone.map(({ past, key, calls, roots }) => ({
        ...past,
        access: accessOf(key, { ...past, roots }),
        counts: { ...calls.counts },
      })),
    has: (id) => here.has(id),
    record: (id) => find(id)?.calls.record() ?? null,
    connected({ id, name, roots, kind, process }) {
      const known = here.get(id) ?? gone.find(({ past }) => past.id === id);
      gone = gone.filter(({ past }) => past.id !== id);
      const before = known && ("agent" in known ? known.agent : known.past);
      const agent: Agent = {
        id,
        name,
        roots: [...roots],
        transport: transportOf(kind),
        since: before?.since ?? new Date().toISOString(),
        lastCall: before && "lastCall" in before ? before.lastCall : null,
        access: "write",
        counts: { read: 0, wrote: 0, refused: 0, other: 0 },
      };
      const key = process ?? (kind === "http" ? keyOfHttpClient(name) : id);
      here.set(id, { agent, key, calls: known?.calls ?? createAgentCalls(notifyChanged) });
      notifyChanged();
    },
    disconnected: (id) => void leave(id),
    called(id, description) {
      const entry = here.get(id);
      if (!entry) return;
      entry.agent.lastCall = description;
      notifyChanged();
    },
    access(id) {
      const found = find(id);
      return found === undefined ? "write" : accessOf(found.key, identityOf(found));
    },
    setAccess(id, access) {
      const found = find(id);
      if (found === undefined) return;
      hold(found.key, identityOf(found), access);
      notifyChanged();
    },
    isAllPaused: () => holds.isAllPaused(),
    pauseAll(isPaused) {
      holds.pauseAll(isPaused);
      notifyChanged();
    },
    cutOff(id) {
      const found = find(id);
      if (found === undefined) return;
      const { key } = found;
      cut.add(key);
      // A disconnected HTTP client needs the user's permission to connect again.
      const agent = identityOf(found);
      if (agent.transport !== "http") hold(key, agent, "paused");
      for (const [other, entry] of [...here]) if (entry.key === key) leave(other);
    },
    denial: ({ id, process, ...agent }, tool) => rejectionOf(process ?? id, agent, tool),
    async run({ caller, ...call }, engine) {
      const entry = here.get(caller.id);
      const key = entry?.key ?? caller.id;
      // Read synchronously: the last announced call is this one.
      const tracker = entry?.calls.begin(entry.agent.lastCall ?? call.name);
      const end = (envelope: Envelope, changes: "nothing" | "documents" | "work" | null): Envelope => {
        tracker?.ended({ ok: envelope.ok, summary: envelope.summary, changes });
        return envelope;
      };
      const agent: AgentIdentity = entry?.agent ?? { name: caller.name, roots: caller.roots };
      const denial = rejectionOf(key, agent, call.name);
      if (denial !== null) return end(denial.envelope, null);
      const { tools, run } = await engine();
      const tool = tools.find((each) => each.name === call.name || each.aliases.includes(call.name));
      const changes = tool?.changes ?? null;
      const mayWrite = () => accessOf(key, agent) === "write" && !cut.has(key);
      if (!mayWrite() && changes === "work") return end(readOnlyEnvelope(call.name, "app"), changes);
      // An object of its own: by it what is read is known to belong to this call.
      const own: Caller = { ...caller };
      if (tracker) trackers.set(own, tracker);
      let isHeldBack = false;
      const envelope = await run({
        ...call,
        caller: own,
        guard: {
          // Checked again just before the write: a pause takes effect immediately.
          allows() {
            if (!mayWrite()) isHeldBack = true;
            return mayWrite();
          },
          landed: ({ realPath }) => tracker?.wrote(realPath),
        },
      });
      if (!isHeldBack || envelope.ok) return end(envelope, changes);
      return end(rejectionOf(key, agent, call.name)?.envelope ?? readOnlyEnvelope(call.name, "app"), changes);
    },
    read: (caller, realPath) => trackers.get(caller)?.read(realPath),
  };
}

/** Runs `work` at once, and what is asked for within `restMs` together when they are over. */
function atMostEvery(restMs: number, work: () => void): () => void {
  let resting: NodeJS.Timeout | null = null;
  let waiting = false;
  return function run() {
    if (resting) {
      waiting = true;
      return;
    }
    work();
    resting = setTimeout(() => {
      resting = null;
      if (!waiting) return;
      waiting = false;
      run();
    }, restMs);
    resting.unref();
  };
}

const identityOf = (
  found: Entry | { past: Pick<PastAgent, "name" | "transport">; roots: readonly string[] },
): AgentIdentity => ("agent" in found ? found.agent : { ...found.past, roots: found.roots });

function transportOf(kind: ConnectingAgent["kind"]): AgentTransport {
  if (kind === undefined) return "panel";
  return kind === "mcp" ? "stdio" : kind;
}

import type { AgentAccess, AgentRecord, AgentTransport, KeptAgent, PastAgent } from "../../../shared/agents";
import type { Agent } from "../../../shared/contract";
import type { Engine } from "../../engine";
import {
  allPausedEnvelope,
  blockedEnvelope,
  isHeldAgent,
  pausedEnvelope,
  readOnlyEnvelope,
} from "../../engine/documents";
import type { Caller, Envelope, ToolCall } from "../../engine/ports/caller";
import type { Decision } from "../../engine/ports/review";
import { isWithin } from "../../engine/storage";
import { realPathSync } from "../core/grants";
import { type AgentCalls, type CallTracker, createAgentCalls } from "./agent-calls";
import { type AgentHolds, type AgentIdentity, keyOfHttpClient } from "./agent-holds";
import { createUndoneEdits } from "./undone-edits";

/** How many disconnected agents are listed. */
const MAX_PAST = 20;

/** An agent as its transport announces it. `process` is the same for all connections of one process. */
export type ConnectingAgent = {
  id: string;
  name: string;
  roots: readonly string[];
  kind?: "mcp" | "command line" | "http" | "acp";
  process?: string;
};

/** A call as received from a transport, without its caller. */
type Call = Pick<ToolCall, "name" | "arguments" | "signal"> & {
  /** The answer to a write that the conversation of this call does not allow; null: it allows writing. */
  rejection?(): Envelope | null;
};

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
  /** A client over HTTP has sent nothing for a while, or is active again. */
  idle(id: string, isIdle: boolean): void;
  /** What the user decided about agents that are neither in `list` nor in `past`. */
  kept(): KeptAgent[];
  /** The access of an agent; `write` if it is unknown. */
  access(id: string): AgentAccess;
  /** `id` may also be that of a kept decision. */
  setAccess(id: string, access: AgentAccess): void;
  /** Whether the user has paused all external agents. */
  isAllPaused(): boolean;
  /** The access of each agent is kept and applies again after resuming. */
  pauseAll(isPaused: boolean): void;
  /**
   * Blocks the agent: all further calls of its process and its name in its folders are rejected, in every process and
   * after every start, until the user allows it.
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
  /** The names of the external agents with a call within `withinMs` and with this file in their folders. */
  atWork(realPath: string, withinMs: number): string[];
  /** Whether an external agent is connected whose folders and this one overlap. */
  isConnectedIn(folder: string): boolean;
  /** Tells the agents of this name with their next call that the user has undone what they wrote past Galley's tools. */
  undone(decision: Decision): void;
  /** Tells them the same way that what they wrote into a protected passage was put back. */
  putBack(write: { realPath: string; by: string }): void;
};

type Entry = { agent: Agent; key: string; calls: AgentCalls };
/** `isListening`: a blocked agent that is still connected, and is listed again once the user allows it. */
type GoneEntry = { past: PastAgent; agent: Agent; key: string; calls: AgentCalls; isListening: boolean };

/** `changed` gets the new list, at most once every `restMs`, so that a busy agent does not flood the renderer. */
export function createAgents(holds: AgentHolds, changed: (agents: Agent[]) => void, restMs = 100): Agents {
  const here = new Map<string, Entry>();
  let gone: GoneEntry[] = [];
  const trackers = new WeakMap<Caller, CallTracker>();

  const { accessOf, hold } = holds;
  const list = () => [...here.values()].map((entry) => shownAgent(entry, accessOf));
  const notifyChanged = atMostEvery(restMs, () => changed(list()));
  const undone = createUndoneEdits();

  const find = (id: string): Entry | undefined => here.get(id) ?? gone.find(({ past }) => past.id === id);

  const rejectionOf = (key: string, agent: AgentIdentity, tool: string) => rejectionBy(holds, key, agent, tool);

  /** Lists an agent as past. The assistant's own conversations are shown in the panel instead. */
  function addPast({ agent, key, calls }: Entry, isListening: boolean): void {
    const { id, name, transport, since, access, counts } = agent;
    if (transport === "panel") return;
    const past = { id, name, transport, since, access, counts, left: new Date().toISOString() };
    gone = [{ past, agent, key, calls, isListening }, ...gone].slice(0, MAX_PAST);
  }

  function leave(id: string, isListening = false): void {
    const entry = here.get(id);
    if (entry === undefined) {
      for (const each of gone) if (each.past.id === id) each.isListening = false;
      return;
    }
    here.delete(id);
    addPast(entry, isListening);
    notifyChanged();
  }

  /** Lists agents again that the user has allowed while they were connected. */
  function relist(): void {
    const back = gone.filter(({ key, agent, isListening }) => isListening && accessOf(key, agent) !== "blocked");
    gone = gone.filter((each) => !back.includes(each));
    for (const { agent, key, calls } of back.reverse()) here.set(agent.id, { agent, key, calls });
  }

  return {
    list,
    past: () =>
      gone.map(({ past, key, agent, calls }) => ({
        ...past,
        access: accessOf(key, agent),
        counts: { ...calls.counts },
      })),
    kept() {
      const listed = [...here.values(), ...gone].map(({ agent }) => agent);
      return holds.kept().filter((each) => each.access !== "blocked" && !listed.some((agent) => means(each, agent)));
    },
    has: (id) => here.has(id),
    record(id) {
      const found = find(id);
      if (found !== undefined) return { ...found.calls.record(), events: holds.eventsOf(found.agent) };
      const kept = holds.kept().find((each) => each.id === id);
      return kept === undefined ? null : { calls: [], more: 0, events: kept.events };
    },
    connected({ id, name, roots, kind, process }) {
      const known = find(id);
      gone = gone.filter(({ past }) => past.id !== id);
      const agent: Agent = {
        id,
        name,
        roots: [...roots],
        transport: transportOf(kind),
        since: known?.agent.since ?? new Date().toISOString(),
        lastCall: known?.agent.lastCall ?? null,
        access: "write",
        counts: { read: 0, wrote: 0, refused: 0, other: 0 },
        idleSince: null,
      };
      const key = process ?? (kind === "http" ? keyOfHttpClient(name) : id);
      const entry: Entry = { agent, key, calls: known?.calls ?? createAgentCalls(notifyChanged) };
      here.delete(id);
      if (accessOf(key, agent) === "blocked") addPast(entry, true);
      else here.set(id, entry);
      notifyChanged();
    },
    disconnected: (id) => leave(id),
    called(id, description) {
      const entry = find(id);
      if (!entry) return;
      entry.agent.lastCall = description;
      notifyChanged();
    },
    idle(id, isIdle) {
      const entry = here.get(id);
      if (entry === undefined || isIdle === (entry.agent.idleSince !== null)) return;
      entry.agent.idleSince = isIdle ? new Date().toISOString() : null;
      notifyChanged();
    },
    access(id) {
      const found = find(id);
      return found === undefined ? "write" : accessOf(found.key, found.agent);
    },
    setAccess(id, access) {
      const found = find(id);
      const kept = holds.kept().find((each) => each.id === id);
      if (found !== undefined) hold(found.key, found.agent, access);
      else if (kept !== undefined)
        hold(id, { name: kept.name, roots: kept.roots, transport: kept.isHttp ? "http" : "stdio" }, access);
      else return;
      relist();
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
      hold(found.key, found.agent, "blocked");
      // Over HTTP the server ends the sessions.
      for (const [other, { key, agent }] of [...here])
        if (agent.transport !== "http" && accessOf(key, agent) === "blocked") leave(other, true);
      notifyChanged();
    },
    denial({ id, process, ...agent }, tool) {
      const rejection = rejectionOf(process ?? id, agent, tool);
      // What a connected agent calls is recorded by `run`.
      const entry = here.has(id) ? undefined : find(id);
      if (rejection !== null) entry?.calls.begin(tool).ended(endOf(rejection.envelope, null));
      return rejection;
    },
    async run({ caller, rejection: ofConversation = () => null, ...call }, engine) {
      const entry = find(caller.id);
      const key = entry?.key ?? caller.id;
      const agent: AgentIdentity = entry?.agent ?? { name: caller.name, roots: caller.roots };
      // Read synchronously: the last announced call is this one.
      const tracker = entry?.calls.begin(entry.agent.lastCall ?? call.name);
      // An object of its own: by it what is read is known to belong to this call.
      const own: Caller = { ...caller };
      if (tracker) trackers.set(own, tracker);
      const envelope = await runWithinAccess({ ...call, caller: own }, engine, tracker, {
        now: () => accessOf(key, agent),
        rejection: () => rejectionOf(key, agent, call.name)?.envelope ?? null,
        ofConversation,
      });
      return entry === undefined || entry.agent.transport === "panel" ? envelope : undone.withNews(envelope, caller);
    },
    read: (caller, realPath) => trackers.get(caller)?.read(realPath),
    ...whoIsAtWork(here),
    undone: undone.add,
    putBack: undone.putBack,
  };
}

const shownAgent = ({ agent, key, calls }: Entry, accessOf: AgentHolds["accessOf"]): Agent => ({
  ...agent,
  access: accessOf(key, agent),
  counts: { ...calls.counts },
});

/** Of the agents that may write past Galley's tools: not the panel's conversations, and not the user's command line. */
function whoIsAtWork(here: ReadonlyMap<string, Entry>): Pick<Agents, "atWork" | "isConnectedIn"> {
  const external = () =>
    [...here.values()].filter(({ agent: { transport } }) => transport === "stdio" || transport === "http");
  return {
    atWork: (realPath, withinMs) =>
      external()
        .filter(
          ({ agent, calls }) => calls.isAtWork(withinMs) && rootsOf(agent).some((root) => isWithin(realPath, root)),
        )
        .map(({ agent }) => agent.name),
    isConnectedIn: (folder) =>
      external().some(({ agent }) => rootsOf(agent).some((root) => isWithin(folder, root) || isWithin(root, folder))),
  };
}

const rootsOf = ({ roots }: Agent): string[] => roots.map(realPathSync);

const means = ({ name, roots, isHttp }: KeptAgent, agent: Agent): boolean =>
  isHeldAgent({ name, roots, isHttp }, { ...agent, isHttp: agent.transport === "http" });

function rejectionBy(holds: AgentHolds, key: string, agent: AgentIdentity, tool: string): AgentRejection | null {
  const access = holds.accessOf(key, agent);
  if (access === "blocked") return { status: "cut off", envelope: blockedEnvelope(tool, "app") };
  if (access !== "paused") return null;
  const envelope = holds.isAllPaused() ? allPausedEnvelope(tool, "app") : pausedEnvelope(tool, "app");
  return { status: "paused", envelope };
}

type Changes = "nothing" | "documents" | "work" | null;
const endOf = ({ ok, summary }: Envelope, changes: Changes) => ({ ok, summary, changes });

/** Runs a call if the agent's access, which may change meanwhile, allows it. */
async function runWithinAccess(
  call: ToolCall,
  engine: () => Promise<Pick<Engine, "tools" | "run">>,
  tracker: CallTracker | undefined,
  access: { now(): AgentAccess; rejection(): Envelope | null; ofConversation(): Envelope | null },
): Promise<Envelope> {
  const end = (envelope: Envelope, changes: Changes): Envelope => {
    tracker?.ended(endOf(envelope, changes));
    return envelope;
  };
  const denial = access.rejection();
  if (denial !== null) return end(denial, null);
  const loaded = engine().then(async ({ tools: list, run }) => ({ tools: await list(), run }));
  const { tools, run } = await loaded.catch((error: unknown) => {
    const summary = `${call.name} could not be run`;
    tracker?.ended(endOf({ ok: false, message: summary, summary }, null));
    throw error;
  });
  const tool = tools.find((each) => each.name === call.name || each.aliases.includes(call.name));
  const changes = tool?.changes ?? null;
  const mayWrite = () => access.now() === "write" && access.ofConversation() === null;
  const readOnly = () => access.ofConversation() ?? readOnlyEnvelope(call.name, "app");
  if (!mayWrite() && changes === "work") return end(readOnly(), changes);
  let isHeldBack = false;
  const envelope = await run({
    ...call,
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
  return end(access.rejection() ?? readOnly(), changes);
}

/** A function that runs `work` at once, and then at most every `restMs` milliseconds: further calls meanwhile become one run at the end. */
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

function transportOf(kind: ConnectingAgent["kind"]): AgentTransport {
  if (kind === undefined) return "panel";
  return kind === "mcp" ? "stdio" : kind;
}

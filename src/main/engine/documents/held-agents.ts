import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Envelope, ToolCall } from "../ports/caller";
import { MAX_AGENT_EVENTS, MAX_HELD_AGENTS, MAX_HELD_AGENTS_BYTES, MAX_WAITING_CLIENTS } from "../ports/limits";
import { isWithin } from "../storage/files/guarded";
import {
  allPausedEnvelope,
  blockedEnvelope,
  pausedEnvelope,
  readOnlyEnvelope,
  unreadPausesEnvelope,
} from "./denied-envelopes";

const name = z.string().max(1000);
const roots = z.array(z.string().max(4096)).max(256);
const moment = z.string().max(40);
const access = z.enum(["write", "read", "paused", "blocked"]);

const keptAgent = z.strictObject({
  name,
  roots,
  /** It has connected over HTTP, where the decision holds for its name in every folder. */
  isHttp: z.boolean(),
  access,
  /** The user's decisions, the last one first. */
  events: z.array(z.strictObject({ at: moment, what: access })).max(MAX_AGENT_EVENTS),
});

const heldAgents = z.strictObject({
  isAllPaused: z.boolean(),
  agents: z.array(keptAgent).max(MAX_HELD_AGENTS),
  http: z.strictObject({
    /** The names that may connect over HTTP; null: all. */
    admitted: z.array(name).max(MAX_HELD_AGENTS).nullable(),
    asking: z.array(z.strictObject({ name, at: moment })).max(MAX_WAITING_CLIENTS),
  }),
});

/** The file as earlier versions wrote it: holds by name and folder, and by key, of which those over HTTP lasted. */
const former = z.strictObject({
  isAllPaused: z.boolean(),
  names: z.array(z.strictObject({ name, roots, access: z.enum(["read", "paused"]) })).max(MAX_HELD_AGENTS),
  keys: z.array(z.tuple([z.string().max(1100), z.enum(["read", "paused"])])).max(MAX_HELD_AGENTS),
});

/** What the user allows agents, by name and folder, as the app stores it in `agents.json`. */
export type HeldAgents = z.infer<typeof heldAgents>;
export type HeldAgent = HeldAgents["agents"][number];

/** The content of the file. `unreadable` and `damaged` may hide that an agent is paused. */
export type HeldAgentsFile =
  | { status: "read"; value: HeldAgents }
  | { status: "unreadable"; detail: string }
  | { status: "damaged" };

/** The path of the file in the data folder. */
export const heldAgentsPath = (dataDir: string): string => join(dataDir, "agents.json");

/** Reads the file synchronously and does not change it. If it does not exist, no agent is held. */
export function readHeldAgents(path: string): HeldAgentsFile {
  let text: string;
  try {
    const { size } = statSync(path);
    if (size > MAX_HELD_AGENTS_BYTES) return { status: "damaged" };
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { status: "read", value: nobodyHeld() };
    return { status: "unreadable", detail: message };
  }
  try {
    const value: unknown = JSON.parse(text);
    const now = heldAgents.safeParse(value);
    return { status: "read", value: now.success ? now.data : converted(former.parse(value)) };
  } catch {
    return { status: "damaged" };
  }
}

const nobodyHeld = (): HeldAgents => ({ isAllPaused: false, agents: [], http: { admitted: null, asking: [] } });

function converted({ isAllPaused, names, keys }: z.infer<typeof former>): HeldAgents {
  const agents = names.map((each): HeldAgent => ({ ...each, isHttp: false, events: [] }));
  for (const [key, held] of keys) {
    if (!key.startsWith("http ")) continue;
    const client = key.slice("http ".length);
    const known = agents.find((each) => each.name === client && each.access === held);
    if (known !== undefined) known.isHttp = true;
    else agents.push({ name: client, roots: [], isHttp: true, access: held, events: [] });
  }
  return { ...nobodyHeld(), isAllPaused, agents: agents.slice(-MAX_HELD_AGENTS) };
}

/** Whether two names are the same but for case, spaces and the way that their letters are encoded. */
export const isSameAgentName = (one: string, other: string): boolean => plain(one) === plain(other);

const plainNames = new Map<string, string>();
function plain(name: string): string {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  if (plainNames.size >= 2 * MAX_HELD_AGENTS) plainNames.clear();
  const made = name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
  plainNames.set(name, made);
  return made;
}

/**
 * Whether a decision means this agent: the same name, and a folder of one inside a folder of the other. Clients over HTTP reach whatever folders are
 * open, so for them the name is enough.
 */
export const isHeldAgent = (
  held: Pick<HeldAgent, "name" | "roots" | "isHttp">,
  agent: { name?: string; roots?: readonly string[]; isHttp?: boolean },
): boolean =>
  agent.name !== undefined &&
  isSameAgentName(held.name, agent.name) &&
  ((held.isHttp && agent.isHttp === true) ||
    (agent.roots ?? []).some((root) => held.roots.some((other) => isWithin(root, other) || isWithin(other, root))));

const byStrictness = ["blocked", "paused", "read"] as const;

/** The strictest of several decisions; `write` if there is none. */
export const strictest = (all: readonly HeldAgent["access"][]): HeldAgent["access"] =>
  byStrictness.find((each) => all.includes(each)) ?? "write";

/**
 * The content with a decision about the agents of a name: those whose folders meet `roots`, or all of them where `roots` is null. A name without any
 * decision gets one for `fallbackRoots`. `at` is ISO 8601.
 */
export function withDecision(
  value: HeldAgents,
  { name, roots, fallbackRoots }: { name: string; roots: readonly string[] | null; fallbackRoots: readonly string[] },
  access: HeldAgent["access"],
  at: string,
): HeldAgents {
  const isMeant = (each: HeldAgent) =>
    roots === null ? isSameAgentName(each.name, name) : isHeldAgent(each, { name, roots, isHttp: true });
  const events = (before: HeldAgent["events"]) => [{ at, what: access }, ...before].slice(0, MAX_AGENT_EVENTS);
  const meant = value.agents.filter(isMeant);
  const changed = meant.map((each) => ({ ...each, access, events: events(each.events) }));
  const fresh: HeldAgent = { name, roots: [...(roots ?? fallbackRoots)], isHttp: false, access, events: events([]) };
  const added = meant.length > 0 ? changed : access === "write" ? [] : [fresh];
  const { admitted } = value.http;
  const isAdmitted = access !== "write" || admitted === null || admitted.includes(name);
  const http =
    isAdmitted || !meant.some(({ isHttp }) => isHttp) ? value.http : { ...value.http, admitted: [...admitted, name] };
  const agents = [...value.agents.filter((each) => !isMeant(each)), ...added].slice(-MAX_HELD_AGENTS);
  return { ...value, agents, http };
}

/** An agent that runs without the app; `names` are all names that its process has used. */
type OwnAgent = { names: readonly string[]; roots: readonly string[] };

/** Why a call of this agent may not begin (or may not write, if `writes`), by the file's current content; null if it may. */
export function heldRejection(path: string, agent: OwnAgent, tool: string, writes: boolean): Envelope | null {
  const file = readHeldAgents(path);
  if (file.status !== "read") return unreadPausesEnvelope(tool, path);
  const { names, roots } = agent;
  const held = file.value.agents.filter((each) => names.some((name) => isHeldAgent(each, { name, roots })));
  const access = strictest(held.map((each) => each.access));
  if (access === "blocked") return blockedEnvelope(tool, "own process");
  if (file.value.isAllPaused) return allPausedEnvelope(tool, "own process");
  if (access === "paused") return pausedEnvelope(tool, "own process");
  return writes && access === "read" ? readOnlyEnvelope(tool, "own process") : null;
}

/** The part of an engine that a held call needs. */
type CalledEngine = {
  run(call: ToolCall): Promise<Envelope>;
  tools(): Promise<readonly { name: string; aliases: readonly string[]; changes: string }[]>;
};

/**
 * Runs an agent's call in a process without the app, if the user allows it. The file at `path` is read before the call, and again in the queue
 * of each file that the call writes.
 */
export async function runHeldCall(
  path: string,
  { names, ...call }: ToolCall & { names: readonly string[] },
  engine: () => Promise<CalledEngine>,
): Promise<Envelope> {
  const { caller, name } = call;
  const agent: OwnAgent = { names, roots: caller.roots };
  const before = heldRejection(path, agent, name, false);
  if (before !== null) return before;
  const { run, tools } = await engine();
  const tool = (await tools()).find((each) => each.name === name || each.aliases.includes(name));
  if (tool?.changes === "work") {
    const held = heldRejection(path, agent, name, true);
    if (held !== null) return held;
  }
  let during: Envelope | null = null;
  const envelope = await run({
    ...call,
    guard: {
      allows() {
        during = heldRejection(path, agent, name, true);
        return during === null;
      },
      landed: () => undefined,
    },
  });
  return envelope.ok ? envelope : (during ?? envelope);
}

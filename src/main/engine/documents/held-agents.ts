import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Caller, Envelope, ToolCall } from "../ports/caller";
import { isWithin } from "../storage/guarded";
import { allPausedEnvelope, pausedEnvelope, readOnlyEnvelope, unreadPausesEnvelope } from "./denied-envelopes";

/** The decisions about this many agents are kept, the most recent ones. */
export const MAX_HELD = 500;

const held = z.enum(["read", "paused"]);
const heldAgents = z.strictObject({
  isAllPaused: z.boolean(),
  names: z.array(z.strictObject({ name: z.string(), roots: z.array(z.string()), access: held })).max(MAX_HELD),
  /** By the agent's key, which stays the same when the app restarts. */
  keys: z.array(z.tuple([z.string(), held])).max(MAX_HELD),
});

/** Which agents the user has paused or limited to reading, as the app stores it in `agents.json`. */
export type HeldAgents = z.infer<typeof heldAgents>;

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
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { status: "read", value: { isAllPaused: false, names: [], keys: [] } };
    return { status: "unreadable", detail: message };
  }
  try {
    return { status: "read", value: heldAgents.parse(JSON.parse(text)) };
  } catch {
    return { status: "damaged" };
  }
}

/** Whether an entry (name and folders) means this agent: the same name, and a folder of one inside a folder of the other. */
export const isHeldAgent = (
  { name, roots }: HeldAgents["names"][number],
  agent: { name?: string; roots?: readonly string[] },
): boolean =>
  name === agent.name &&
  (agent.roots ?? []).some((root) => roots.some((other) => isWithin(root, other) || isWithin(other, root)));

/** Why a call of this agent may not begin (or may not write, if `writes`), by the file's current content; null if it may. */
function rejectionOf(path: string, { name, roots }: Caller, tool: string, writes: boolean): Envelope | null {
  const file = readHeldAgents(path);
  if (file.status !== "read") return unreadPausesEnvelope(tool, path);
  if (file.value.isAllPaused) return allPausedEnvelope(tool, "own process");
  const restrictions = file.value.names
    .filter((each) => isHeldAgent(each, { name, roots }))
    .map(({ access }) => access);
  if (restrictions.includes("paused")) return pausedEnvelope(tool, "own process");
  return writes && restrictions.includes("read") ? readOnlyEnvelope(tool, "own process") : null;
}

/** The part of an engine that a held call needs. */
type CalledEngine = {
  run(call: ToolCall): Promise<Envelope>;
  tools: readonly { name: string; aliases: readonly string[]; changes: string }[];
};

/**
 * Runs an agent's call in a process without the app, as far as the user allows it. The file at `path` is read before the call, and again in the queue
 * of each file that the call writes.
 */
export async function runHeldCall(
  path: string,
  call: ToolCall,
  engine: () => Promise<CalledEngine>,
): Promise<Envelope> {
  const { caller, name } = call;
  const before = rejectionOf(path, caller, name, false);
  if (before !== null) return before;
  const { run, tools } = await engine();
  const tool = tools.find((each) => each.name === name || each.aliases.includes(name));
  if (tool?.changes === "work") {
    const held = rejectionOf(path, caller, name, true);
    if (held !== null) return held;
  }
  let during: Envelope | null = null;
  const envelope = await run({
    ...call,
    guard: {
      allows() {
        during = rejectionOf(path, caller, name, true);
        return during === null;
      },
      landed: () => undefined,
    },
  });
  return envelope.ok ? envelope : (during ?? envelope);
}

import { isSharedPath } from "./document-name";

/** Who is in a shared folder now: what each member says of itself and of the agents on its machine, read as untrusted input. */

/** An agent at work on a member's machine. */
export type AgentPresence = {
  name: string;
  /** The shared path of the file that it read or wrote last. */
  path: string;
  /** The title of the section that it read or wrote; null if there is none, or it is not known. */
  section: string | null;
  does: "reads" | "writes";
};

/** What a member says of itself. */
export type OwnPresence = {
  name: string;
  /** The shared path of the file that is in front; null if none of the folder is. */
  path: string | null;
  /** The title of the section that the cursor is in; null if there is none, or it is not known. */
  section: string | null;
  /** What is selected in it, as positions in its text as it was last saved; the cursor is at `head`. Null if nothing is known. */
  selection: { anchor: number; head: number } | null;
  /** The agents that have worked there in the last minute. */
  agents: readonly AgentPresence[];
};

/** A member that is here. */
export type Presence = OwnPresence & {
  /** Unique among the members, and the same for as long as each is here. */
  id: number;
};

const MAX = { name: 80, section: 120, agents: 8, people: 200 };

/** Reads what a member said of itself; null for anything else than a presence. */
export function readPresence(id: number, state: unknown): Presence | null {
  if (!isRecord(state)) return null;
  const name = readText(state["name"], MAX.name);
  if (name === null) return null;
  const path = readPath(state["path"]);
  return {
    id,
    name,
    path,
    section: path === null ? null : readText(state["section"], MAX.section),
    selection: path === null ? null : readSelection(state["selection"]),
    agents: readAgents(state["agents"]),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const readText = (value: unknown, most: number): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, most) : null;

/** Whoever follows a member opens this file. */
const readPath = (value: unknown): string | null => (typeof value === "string" && isSharedPath(value) ? value : null);

function readSelection(selection: unknown): Presence["selection"] {
  if (!isRecord(selection)) return null;
  const { anchor, head } = selection;
  const isPosition = (at: unknown): at is number => typeof at === "number" && Number.isSafeInteger(at) && at >= 0;
  return isPosition(anchor) && isPosition(head) ? { anchor, head } : null;
}

function readAgents(agents: unknown): AgentPresence[] {
  if (!Array.isArray(agents)) return [];
  return agents.slice(0, MAX.agents).flatMap((agent: unknown) => {
    if (!isRecord(agent)) return [];
    const [name, path, section] = [
      readText(agent["name"], MAX.name),
      readPath(agent["path"]),
      readText(agent["section"], MAX.section),
    ];
    const does = agent["does"] === "writes" ? "writes" : "reads";
    return name === null || path === null ? [] : [{ name, path, section, does } satisfies AgentPresence];
  });
}

/** All members but oneself, by name. */
export function presences(states: ReadonlyMap<number, unknown>, own: number): Presence[] {
  const found: Presence[] = [];
  for (const [client, state] of states) {
    const presence = client === own || found.length === MAX.people ? null : readPresence(client, state);
    if (presence !== null) found.push(presence);
  }
  return found.sort((a, b) => a.name.localeCompare(b.name) || (a.path ?? "").localeCompare(b.path ?? ""));
}

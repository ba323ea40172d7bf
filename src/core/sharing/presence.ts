/** Who is in a shared folder now: what each member says of itself, read as untrusted input. */
export type Presence = {
  name: string;
  /** The shared path of the file that is in front; null if none of the folder is. */
  path: string | null;
  /** What is selected in it, as positions in its text as it was last saved; the cursor is at `head`. Null if nothing is known. */
  selection: { anchor: number; head: number } | null;
};

const MAX = { name: 80, path: 1024, people: 200 };

/** Reads what a member said of itself; null for anything else than a presence. */
export function readPresence(state: unknown): Presence | null {
  if (typeof state !== "object" || state === null) return null;
  const { name, path, selection } = state as Record<string, unknown>;
  if (typeof name !== "string" || name.trim() === "") return null;
  const isPath = typeof path === "string" && path !== "" && path.length <= MAX.path;
  return {
    name: name.trim().slice(0, MAX.name),
    path: isPath ? path : null,
    selection: isPath ? readSelection(selection) : null,
  };
}

function readSelection(selection: unknown): Presence["selection"] {
  if (typeof selection !== "object" || selection === null) return null;
  const { anchor, head } = selection as Record<string, unknown>;
  const isPosition = (at: unknown): at is number => typeof at === "number" && Number.isSafeInteger(at) && at >= 0;
  return isPosition(anchor) && isPosition(head) ? { anchor, head } : null;
}

/** All members but oneself, by name. */
export function presences(states: ReadonlyMap<number, unknown>, own: number): Presence[] {
  const found: Presence[] = [];
  for (const [client, state] of states) {
    const presence = client === own || found.length === MAX.people ? null : readPresence(state);
    if (presence !== null) found.push(presence);
  }
  return found.sort((a, b) => a.name.localeCompare(b.name) || (a.path ?? "").localeCompare(b.path ?? ""));
}

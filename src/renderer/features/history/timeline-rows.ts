import { isFromOtherPeople } from "../../../core/review/guest";
import type { VersionEntry, Writer } from "../../../shared/contract";

/** The longest pause within a run of versions by the same writer, in milliseconds. */
const MAX_PAUSE_MS = 10 * 60_000;

/** A row of the timeline. Days contain runs and versions; an expanded run contains its versions, newest first. */
export type TimelineRow = { key: string; level: number } & (
  | { kind: "day"; at: string; isOpen: boolean; count: number }
  /** Versions of one session collapsed into a row, newest first. */
  | { kind: "run"; versions: readonly VersionEntry[]; isOpen: boolean }
  | { kind: "version"; version: VersionEntry; matches: string | null }
);

/** The state of the timeline. `toggled` has the keys of collapsed days and of expanded runs. */
export type TimelineView = {
  toggled: ReadonlySet<string>;
  /** The key of a writer to filter by; null for all. */
  who: string | null;
  /** The matching line of each version that the search found; null without a search. */
  matches: ReadonlyMap<string, string> | null;
};

/** A key that identifies a writer: agents and other people by name. */
export const writerKey = (by: Writer): string =>
  by.kind === "agent" || isFromOtherPeople(by) ? `${by.kind}:${by.name}` : by.kind;

/** Whether the user marked this version: saved by hand, or given a name. */
export const isMarked = ({ reason, mark }: VersionEntry): boolean => mark !== undefined || reason === "saved by hand";

/** The writers of these versions, the user first, then agents by name. */
export function writersOf(versions: readonly VersionEntry[]): Writer[] {
  const byKey = new Map(versions.map(({ by }) => [writerKey(by), by]));
  const order = { you: 0, agent: 1, program: 2 };
  return [...byKey.values()].sort((a, b) => order[a.kind] - order[b.kind] || (a.name < b.name ? -1 : 1));
}

/** The rows of a timeline for versions sorted newest first. */
export function timelineRows(
  versions: readonly VersionEntry[],
  { toggled, who, matches }: TimelineView,
): TimelineRow[] {
  const wanted = versions.filter(
    ({ by, version_id }) => (who === null || writerKey(by) === who) && (matches === null || matches.has(version_id)),
  );
  const lineOf = (version: VersionEntry, level: number): TimelineRow => ({
    kind: "version",
    key: version.version_id,
    level,
    version,
    matches: matches?.get(version.version_id) ?? null,
  });
  const rows: TimelineRow[] = [];
  for (const day of split(wanted, (newer, older) => dayOf(newer.at) !== dayOf(older.at))) {
    const [newest] = day;
    if (newest === undefined) continue;
    const key = `day ${dayOf(newest.at)}`;
    const isOpen = !toggled.has(key);
    rows.push({ kind: "day", key, level: 1, at: newest.at, isOpen, count: day.length });
    if (!isOpen) continue;
    // Search results are not grouped into runs.
    for (const run of split(day, (newer, older) => matches !== null || !isOneSitting(newer, older))) {
      const last = run.at(-1);
      if (last === undefined) continue;
      if (run.length === 1) rows.push(lineOf(last, 2));
      else {
        // Keyed by the oldest version: newer ones join the run at the top.
        const runKey = `run ${last.version_id}`;
        const isRunOpen = toggled.has(runKey);
        rows.push({ kind: "run", key: runKey, level: 2, versions: run, isOpen: isRunOpen });
        if (isRunOpen) rows.push(...run.map((version) => lineOf(version, 3)));
      }
    }
  }
  return rows;
}

/** The version of a row; for a run, its newest. */
export function versionOfRow(row: TimelineRow): VersionEntry | null {
  if (row.kind === "day") return null;
  return row.kind === "version" ? row.version : (row.versions[0] ?? null);
}

/** The total words added and removed; null if the size of a change is unknown. */
export function sizeOf(versions: readonly VersionEntry[]): { added: number; removed: number } | null {
  let added = 0;
  let removed = 0;
  for (const { change } of versions) {
    if (change === undefined) return null;
    added += change.added;
    removed += change.removed;
  }
  return { added, removed };
}

function isOneSitting(newer: VersionEntry, older: VersionEntry): boolean {
  if (isMarked(newer) || isMarked(older)) return false;
  if ((newer.by.kind === "program" && !isFromOtherPeople(newer.by)) || writerKey(newer.by) !== writerKey(older.by))
    return false;
  if (newer.by.kind === "you" && (newer.reason !== "autosave" || older.reason !== "autosave")) return false;
  if (newer.request !== older.request) return false;
  return Date.parse(newer.at) - Date.parse(older.at) <= MAX_PAUSE_MS;
}

/** The local date of a timestamp, as a comparable string. */
function dayOf(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`;
}

function split<T>(list: readonly T[], isEdge: (before: T, after: T) => boolean): T[][] {
  const parts: T[][] = [];
  for (const each of list) {
    const part = parts.at(-1);
    const last = part?.at(-1);
    if (part === undefined || last === undefined || isEdge(last, each)) parts.push([each]);
    else part.push(each);
  }
  return parts;
}

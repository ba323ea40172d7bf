import type { PendingHunk } from "../../../core/review/pending-edits";

/** The hunk at a position: one that begins there, or else one with a part there, or else one around it. */
export function hunkAt(hunks: readonly PendingHunk[], at: number): PendingHunk | null {
  const touching = hunks.filter(({ from, to }) => from <= at && at <= to);
  return (
    touching.find(({ from }) => from === at) ??
    touching.find(({ parts }) => parts.some(({ from, to }) => from <= at && at <= to)) ??
    touching[0] ??
    null
  );
}

/** The next or previous hunk from a position, wrapping around. */
export function hunkBeside(hunks: readonly PendingHunk[], at: number, by: 1 | -1): PendingHunk | null {
  const found = by === 1 ? hunks.find(({ from }) => from >= at) : hunks.findLast(({ to }) => to <= at);
  return found ?? hunks.at(by === 1 ? 0 : -1) ?? null;
}

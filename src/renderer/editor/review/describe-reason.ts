import { reasonParts } from "../../../core/review/reason-note";
import type { VersionEntry } from "../../../shared/contract";
import { reviewMessages } from "./messages";

/** A version of the history, or a write that waits for review, which has its note in its reason. */
type ReasonSource = Pick<VersionEntry, "reason" | "note"> & { by?: VersionEntry["by"] | string };

const partsOf = ({ reason, note, by }: ReasonSource): { reason: string; note?: string } =>
  typeof by === "object" ? { reason, ...(note !== undefined && { note }) } : reasonParts(reason);

/** What was done and the agent's note, on one line. */
export function reasonAndNote(written: ReasonSource): string {
  const note = noteOf(written);
  return note === null ? reasonOf(written) : reviewMessages.withNote(reasonOf(written), note);
}

/** The note that the agent left with a write; null if there is none. */
export const noteOf = (written: ReasonSource): string | null => partsOf(written).note ?? null;

/** What was done, translated if it is one of Galley's own reasons, without a note. */
export function reasonOf(written: ReasonSource): string {
  const { reason } = partsOf(written);
  const known = knownReason(reason);
  if (known !== null) return known;
  const suggested = /^(\w+), suggested$/.exec(reason)?.[1];
  const inner = suggested === undefined ? null : knownReason(suggested);
  if (inner !== null) return reviewMessages.asSuggestions(inner);
  for (const [pattern, t] of named) {
    const found = pattern.exec(reason);
    if (found) return t(found[1] ?? "", found[2] ?? "");
  }
  return reason;
}

const knownReason = (reason: string): string | null =>
  Object.hasOwn(reviewMessages.reasons, reason) ? (reviewMessages.reasons[reason] ?? null) : null;

/** Reasons that contain names, which stay as they are. */
const named: [RegExp, (one: string, other: string) => string][] = [
  [/^restored v\d+$/, () => reviewMessages.reasons["restored"] ?? ""],
  [/^restored section (.+?)(?: of v\d+)?$/s, (section) => reviewMessages.restoredSection(section)],
  [/^replaced section (.+)$/s, (section) => reviewMessages.replacedSection(section)],
  [
    /^inserted a section (before|after|first child|last child) (.+)$/s,
    (position, section) =>
      reviewMessages.insertedSection(section, position === "before" || position === "after" ? position : "in"),
  ],
  [/^deleted section (.+)$/s, (section) => reviewMessages.deletedSection(section)],
  [/^exported (.+)$/s, (name) => reviewMessages.exportedFrom(name)],
];

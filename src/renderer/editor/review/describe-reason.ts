import type { VersionEntry } from "../../../shared/contract";
import { reviewMessages } from "./messages";

/** Why a version was written, translated if it is one of Galley's own reasons. */
export function reasonOf({ reason }: Pick<VersionEntry, "reason">): string {
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

/** Reasons that name what they are about. */
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

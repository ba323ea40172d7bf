import type { VersionEntry, Writer } from "../../../shared/contract";
import { editorMessages } from "../../editor/messages";
import { messages as uiMessages } from "../../ui/messages";
import { historyMessages } from "./messages";

/** The display name of a writer. An external program has no known name. */
export function writerName({ kind, name }: Writer): string {
  if (kind === "you") return editorMessages.you;
  return kind === "program" || name === "" ? historyMessages.otherProgram : name;
}

/** Why a version was written, translated if it is one of Galley's own reasons. */
export function reasonOf({ reason }: Pick<VersionEntry, "reason">): string {
  const known = knownReason(reason);
  if (known !== null) return known;
  const suggested = /^(\w+), suggested$/.exec(reason)?.[1];
  const inner = suggested === undefined ? null : knownReason(suggested);
  if (inner !== null) return historyMessages.suggested(inner);
  for (const [pattern, t] of named) {
    const found = pattern.exec(reason);
    if (found) return t(found[1] ?? "", found[2] ?? "");
  }
  return reason;
}

const knownReason = (reason: string): string | null =>
  Object.hasOwn(historyMessages.reasons, reason) ? (historyMessages.reasons[reason] ?? null) : null;

/** Reasons that name what they are about. */
const named: [RegExp, (one: string, other: string) => string][] = [
  [/^restored v\d+$/, () => historyMessages.reasons["restored"] ?? ""],
  [/^restored section (.+?)(?: of v\d+)?$/s, (section) => historyMessages.restoredSection(section)],
  [/^replaced section (.+)$/s, (section) => historyMessages.replacedSection(section)],
  [
    /^inserted a section (before|after|first child|last child) (.+)$/s,
    (position, section) =>
      historyMessages.insertedSection(section, position === "before" || position === "after" ? position : "in"),
  ],
  [/^deleted section (.+)$/s, (section) => historyMessages.deletedSection(section)],
  [/^exported (.+)$/s, (name) => historyMessages.exportedFrom(name)],
];

/** The heading of a day: today, yesterday, or its date. */
export function dayName(iso: string, now: Date): string {
  const at = new Date(iso);
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return historyMessages.today;
  if (days === 1) return historyMessages.yesterday;
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(uiMessages.time.locale, {
    ...{ weekday: "long", day: "numeric", month: "long" },
    ...year,
  }).format(at);
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

import type { VersionEntry, Writer } from "../../../shared/contract";
import { canvasWords } from "../../editor/messages";
import { words as pageWords } from "../../ui/messages";
import { historyWords } from "./messages";

/** A writer as the person calls them; what a program was is not known. */
export function writerName({ kind, name }: Writer): string {
  if (kind === "you") return canvasWords.you;
  return kind === "program" || name === "" ? historyWords.otherProgram : name;
}

/** Why a version was written, in the person's language where it is one of Galley's own reasons. */
export function reasonOf({ reason }: Pick<VersionEntry, "reason">): string {
  const section = /^restored section (.+)$/s.exec(reason)?.[1];
  if (section !== undefined) return historyWords.restoredSection(section);
  return Object.hasOwn(historyWords.reasons, reason) ? (historyWords.reasons[reason] ?? reason) : reason;
}

/** The heading of a day: today, yesterday, or its date. */
export function dayName(iso: string, now: Date): string {
  const at = new Date(iso);
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return historyWords.today;
  if (days === 1) return historyWords.yesterday;
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(pageWords.time.locale, {
    ...{ weekday: "long", day: "numeric", month: "long" },
    ...year,
  }).format(at);
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

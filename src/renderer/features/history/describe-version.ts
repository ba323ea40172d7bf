import { GIT, SHARED_FOLDER } from "../../../core/review/writer";
import type { Writer } from "../../../shared/contract";
import { syncMessages } from "../../editor/sync/messages";
import { messages as uiMessages } from "../../ui/messages";
import { historyMessages } from "./messages";

/** The display name of a writer. An external program has no known name. */
export function writerName({ kind, name }: Writer): string {
  if (kind === "you") return syncMessages.you;
  if (kind === "program" && name === GIT.name) return name;
  if (kind === "program" && name === SHARED_FOLDER.name) return syncMessages.sharedFolder;
  return kind === "program" || name === "" ? historyMessages.otherProgram : name;
}

/** The heading of a day: today, yesterday, or its date. */
export function dayName(iso: string, now: Date): string {
  const at = new Date(iso);
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return historyMessages.today;
  if (days === 1) return historyMessages.yesterday;
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(uiMessages.time.locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...year,
  }).format(at);
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

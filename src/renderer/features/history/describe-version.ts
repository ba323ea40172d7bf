import type { Writer } from "../../../shared/contract";
import { writerName } from "../../editor/sync/remote-changes";
import { messages as uiMessages } from "../../ui/messages";
import { historyMessages } from "./messages";

/** The name of a version's writer as shown to the user. */
export const versionWriter = (writer: Writer): string => writerName(writer, historyMessages.otherProgram);

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

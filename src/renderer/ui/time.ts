import { words } from "./words";

const clockFormat = new Intl.DateTimeFormat(words.time.locale, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const secondFormat = new Intl.DateTimeFormat(words.time.locale, { timeStyle: "medium", hourCycle: "h23" });
const dayFormat = new Intl.DateTimeFormat(words.time.locale, { day: "numeric", month: "short" });
const yearFormat = new Intl.DateTimeFormat(words.time.locale, { day: "numeric", month: "short", year: "numeric" });

/** The time of day of an ISO 8601 moment, such as `14:02`; empty for a text that is none. */
export function clock(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? "" : clockFormat.format(moment);
}

/** A moment as one speaks of it on the day `now`: `14:02:31`, `yesterday 14:02`, `3 May, 14:02`, with the year if past. */
export function moment(iso: string, now: Date): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days === 0) return words.time.today(secondFormat.format(at));
  if (days === 1) return words.time.yesterday(clockFormat.format(at));
  const day = at.getFullYear() === now.getFullYear() ? dayFormat.format(at) : yearFormat.format(at);
  return `${day}, ${clockFormat.format(at)}`;
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

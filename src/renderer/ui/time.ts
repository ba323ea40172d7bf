import { messages } from "./messages";

const formatsFor = (locale: string) => ({
  locale,
  clock: new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  seconds: new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" }),
  day: new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" }),
  year: new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" }),
});

let made: ReturnType<typeof formatsFor> | null = null;

/** Created on first use, and again when the language changes. */
function formats() {
  if (made?.locale !== messages.time.locale) made = formatsFor(messages.time.locale);
  return made;
}

/** The time of an ISO 8601 timestamp, such as `14:02`; empty for an invalid one. */
export function formatTime(iso: string): string {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? "" : formats().clock.format(moment);
}

/** A timestamp as short as it can be: `14:02` today, else with its day, such as `yesterday 14:02`. */
export function shortTime(iso: string, now = new Date()): string {
  const isToday = new Date(iso).toDateString() === now.toDateString();
  return isToday ? formatTime(iso) : moment(iso, now);
}

/**
 * A timestamp relative to the day of `now`: `14:02:31`, `yesterday 14:02`, `3 May, 14:02`; with the year if it is a
 * past one.
 */
export function moment(iso: string, now: Date): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  const { clock, seconds, day, year } = formats();
  if (days === 0) return messages.time.today(seconds.format(at));
  if (days === 1) return messages.time.yesterday(clock.format(at));
  const date = (at.getFullYear() === now.getFullYear() ? day : year).format(at);
  return messages.time.on(date, clock.format(at));
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

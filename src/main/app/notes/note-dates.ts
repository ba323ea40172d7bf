import dayjs from "dayjs";
import advancedFormat from "dayjs/plugin/advancedFormat";
import isoWeek from "dayjs/plugin/isoWeek";
import weekOfYear from "dayjs/plugin/weekOfYear";
import weekYear from "dayjs/plugin/weekYear";

for (const plugin of [isoWeek, weekOfYear, weekYear, advancedFormat]) dayjs.extend(plugin);

/** A date in a format of Moment's letters, as Obsidian has them: `YYYY-MM-DD`, `dddd`, `gggg-[W]ww`. In local time. */
export const formatDate = (date: Date, format: string): string => dayjs(date).format(format);

const PLACE = /\{\{\s*(date|time|title)\s*(?::([^{}\n]{1,100}))?\}\}/gi;

/** A template's text with `{{date}}`, `{{time}}` and `{{title}}` filled in; a format may follow: `{{date:dddd}}`. */
export const fillTemplate = (text: string, { now, title }: { now: Date; title: string }): string =>
  text.replace(PLACE, (_, name: string, format: string | undefined) => {
    if (name.toLowerCase() === "title") return title;
    return formatDate(now, format?.trim() ?? (name.toLowerCase() === "date" ? "YYYY-MM-DD" : "HH:mm"));
  });

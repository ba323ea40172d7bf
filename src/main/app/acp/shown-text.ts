import { escapeInvisibles } from "../../../shared/escape-invisibles";

/** Untrusted text on one line, without characters that could deceive, and at most `longest` characters long. */
export function shownLine(text: unknown, longest: number): string {
  if (typeof text !== "string") return "";
  const line = escapeInvisibles(
    text
      .slice(0, longest * 4)
      .toWellFormed()
      .replace(/\s+/g, " ")
      .trim(),
  );
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
}

/** The beginning of an untrusted text of several lines. */
export const shownText = (text: string, longest: number): string =>
  text.length <= longest ? text.toWellFormed() : `${text.slice(0, longest - 1).toWellFormed()}…`;

/** A value as JSON for the user to read, at most `longest` characters long. */
export function shownJson(value: unknown, longest: number): string {
  if (value === undefined || value === null) return "";
  try {
    return shownText(JSON.stringify(value, null, 2) ?? "", longest);
  } catch {
    return "";
  }
}

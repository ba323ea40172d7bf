import { createHash } from "node:crypto";
import { languageFit } from "../../office/bilingual/language-match";

/** What a memory file says about itself: the file that it was imported from, its languages as tags, and the book's language at that time. */
export type MemoryHeader = {
  name: string;
  from: string;
  into: string;
  language: string;
  /** ISO 8601. */
  at: string;
  entries: number;
};

/** The ending of the files with imported memories, one memory in each. */
export const memoryEnding = ".jsonl";

/** A memory as a file: its header, and one line for each entry, `["source","target"]`. */
export const memoryFile = (header: MemoryHeader, lines: string): Uint8Array =>
  Buffer.from(`${JSON.stringify({ galley: "memory", version: 1, ...header })}\n${lines}`);

/** The longest readable part of a file's name, in characters: with four bytes for each it is still a name. */
const MAX_NAME = 40;

/**
 * The name of the file for a memory that was imported from a file of this name into this language. The hash tells names apart that are the same without
 * what no file's name may contain.
 */
export const memoryFileName = (name: string, into: string): string => {
  const bare = readable(name.replace(/\.(?:tmx|xml)$/i, ""));
  const hash = createHash("sha256")
    .update(JSON.stringify([name, into]))
    .digest("hex")
    .slice(0, 8);
  return `${bare || "memory"}.${readable(into) || "und"}-${hash}${memoryEnding}`;
};

const readable = (text: string): string => {
  const allowed = text.replace(/[^\p{L}\p{N} ._-]+/gu, "-").replace(/^[.\s]+/, "");
  return [...allowed]
    .slice(0, MAX_NAME)
    .join("")
    .replace(/[.\s]+$/, "");
};

/** The header in the first line; null if no Galley has written it. */
export function memoryHeader(line: string): MemoryHeader | null {
  const value = parsed(line);
  if (typeof value !== "object" || value === null) return null;
  const { galley, version, name, from, into, language, at, entries } = value as Record<string, unknown>;
  if (galley !== "memory" || version !== 1 || typeof entries !== "number") return null;
  const texts = [name, from, into, language, at];
  if (!texts.every((text) => typeof text === "string" && text.length <= 1000)) return null;
  return { name, from, into, language, at, entries } as MemoryHeader;
}

/** The longest text of an entry, in characters. */
const MAX_TEXT = 20_000;

/** The entry in a line; null if the line is damaged. */
export function memoryEntry(line: string): [source: string, target: string] | null {
  const value = parsed(line);
  if (!Array.isArray(value)) return null;
  const [source, target] = value as unknown[];
  if (typeof source !== "string" || typeof target !== "string") return null;
  return source === "" || target === "" || source.length > MAX_TEXT || target.length > MAX_TEXT
    ? null
    : [source, target];
}

/** Whether a memory is of use for a book in this language. */
export const fitsLanguage = ({ into, language }: MemoryHeader, wanted: string): boolean =>
  language === wanted || languageFit(into, wanted) > 0;

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

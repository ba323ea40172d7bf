import { parse } from "yaml";
import { escapeInvisibles } from "../../../shared/escape-invisibles";

/** The front matter of a Markdown file and the text below it. Values that are not text are left out. */
export type WithHeader = { header: Readonly<Record<string, string>>; body: string };

const front = /^\ufeff?---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/;

/** Null if there is front matter that is not YAML. */
export function readHeader(text: string): WithHeader | null {
  const match = front.exec(text);
  if (match === null) return { header: {}, body: text };
  try {
    // Aliases, with which a few lines make gigabytes, are not needed.
    const value: unknown = parse(match[1] ?? "", { maxAliasCount: 0 });
    const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
    const texts = fields.flatMap(([name, field]) => (typeof field === "string" ? [[name, field] as const] : []));
    return { header: Object.fromEntries(texts), body: text.slice(match[0].length) };
  } catch {
    return null;
  }
}

/** A field on one line that is safe to show. */
export const headerLine = (text: string | undefined, most: number): string =>
  escapeInvisibles((text ?? "").replace(/\s+/g, " ").trim().slice(0, most));

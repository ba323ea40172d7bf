/** A parsed query: the first character selects what is searched; without one, files. */
export type PaletteQuery =
  | { kind: "commands"; text: string }
  | { kind: "headings"; text: string }
  | { kind: "templates"; text: string }
  | { kind: "line"; position: LinePosition | null }
  | { kind: "files"; text: string; position: LinePosition | null; heading: string | null };

/** Counted from 1; a negative line counts from the end. */
export type LinePosition = { line: number; column: number };

/** Parses `>bold`, `@introduction`, `:120:5`, `notes.md:120`, `notes#introduction` or `notes`. */
export function parseQuery(input: string): PaletteQuery {
  if (input.startsWith(">")) return { kind: "commands", text: input.slice(1).trim() };
  if (input.startsWith("@")) return { kind: "headings", text: input.slice(1).trim() };
  if (input.startsWith("+")) return { kind: "templates", text: input.slice(1).trim() };
  if (input.startsWith(":")) return { kind: "line", position: parsePosition(input.slice(1)) };
  const match = /^(.*?):(-?\d*(?::\d*)?)$/.exec(input);
  if (match) {
    const [, text = "", position = ""] = match;
    return { kind: "files", text: text.trim(), position: parsePosition(position), heading: null };
  }
  const hash = input.indexOf("#", 1);
  if (hash > 0) {
    const heading = input
      .slice(hash + 1)
      .replace(/^#+/, "")
      .trim();
    return {
      kind: "files",
      text: input.slice(0, hash).trim(),
      position: null,
      heading: heading === "" ? null : heading,
    };
  }
  return { kind: "files", text: input.trim(), position: null, heading: null };
}

function parsePosition(text: string): LinePosition | null {
  const read = /^\s*(-?\d{1,9})(?::(\d{0,9}))?\s*$/.exec(text);
  const line = Number(read?.[1]);
  if (!read || line === 0) return null;
  return { line, column: Math.max(1, Number(read[2] || 1)) };
}

/** The line number in a text of `count` lines, clamped to it. */
export const lineIn = (count: number, { line }: LinePosition): number =>
  Math.min(count, Math.max(1, line < 0 ? count + 1 + line : line));

/** A parsed query: the first character selects what is searched; without one, files. */
export type Asked =
  | { kind: "commands"; text: string }
  | { kind: "headings"; text: string }
  | { kind: "line"; spot: LineSpot | null }
  | { kind: "files"; text: string; spot: LineSpot | null; heading: string | null };

/** Counted from 1; a negative line counts from the end. */
export type LineSpot = { line: number; column: number };

/** Parses `>bold`, `@introduction`, `:120:5`, `notes.md:120`, `notes#introduction` or `notes`. */
export function readAsked(input: string): Asked {
  if (input.startsWith(">")) return { kind: "commands", text: input.slice(1).trim() };
  if (input.startsWith("@")) return { kind: "headings", text: input.slice(1).trim() };
  if (input.startsWith(":")) return { kind: "line", spot: readSpot(input.slice(1)) };
  const spotted = /^(.*?):(-?\d*(?::\d*)?)$/.exec(input);
  if (spotted) {
    const [, text = "", spot = ""] = spotted;
    return { kind: "files", text: text.trim(), spot: readSpot(spot), heading: null };
  }
  const hash = input.indexOf("#", 1);
  if (hash > 0) {
    const heading = input
      .slice(hash + 1)
      .replace(/^#+/, "")
      .trim();
    return { kind: "files", text: input.slice(0, hash).trim(), spot: null, heading: heading === "" ? null : heading };
  }
  return { kind: "files", text: input.trim(), spot: null, heading: null };
}

function readSpot(text: string): LineSpot | null {
  const read = /^\s*(-?\d{1,9})(?::(\d{0,9}))?\s*$/.exec(text);
  const line = Number(read?.[1]);
  if (!read || line === 0) return null;
  return { line, column: Math.max(1, Number(read[2] || 1)) };
}

/** The line number in a text of `count` lines, clamped to it. */
export const lineIn = (count: number, { line }: LineSpot): number =>
  Math.min(count, Math.max(1, line < 0 ? count + 1 + line : line));

/** Block ids, as Obsidian writes them: `^abc123` at the end of a paragraph or list item, or alone below a table or list. */

/** The start of a block, in UTF-16 units, its line, from 1, and its text without the id. */
export type NamedBlock = { from: number; lineStart: number; text: string };

const ID = /^\^([\p{L}\p{N}-]+)$/u;
const FENCE = /^\s*(?:>\s*)*(`{3,}|~{3,})/;
const ITEM = /^\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s/;

/** The block that a decoded fragment such as `^abc123` means; null if it is not a block id or the text has no such block. */
export function findBlock(text: string, fragment: string): NamedBlock | null {
  const id = ID.exec(fragment.trim())?.[1]?.toLowerCase();
  if (id === undefined || !text.toLowerCase().includes(`^${id}`)) return null;
  const lines = text.split("\n");
  let fence: string | null = null;
  let found = -1;
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    else if (fence === null && /(?:^|\s)\^([\p{L}\p{N}-]+)\s*$/u.exec(line)?.[1]?.toLowerCase() === id) found = index;
    if (found >= 0) break;
  }
  if (found < 0) return null;
  const at = startOfBlock(lines, found);
  const from = lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0);
  return { from, lineStart: at + 1, text: textOfBlock(lines, at, found) };
}

/** The id that ends a block's text, with the space before it: where it begins in the text, in UTF-16 units; -1 if there is none. */
export const endingIdAt = (text: string): number =>
  /(?:^|[ \t]+)\^[\p{L}\p{N}-]{1,100}[ \t]*$/u.exec(text)?.index ?? -1;

/** The lines of a block without the id that ends it, and with what is nested below an item. */
function textOfBlock(lines: readonly string[], start: number, end: number): string {
  const indentOf = (line: string) => /^[ \t]*/.exec(line)?.[0].length ?? 0;
  const first = lines[start] ?? "";
  const indent = indentOf(first);
  const own = lines.slice(start, end + 1);
  own[own.length - 1] = (own.at(-1) ?? "").replace(/(?:^|\s+)\^[\p{L}\p{N}-]+\s*$/u, "");
  for (let at = end + 1; ITEM.test(first) && at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || indentOf(line) <= indent) break;
    own.push(line);
  }
  const text = own.map((line) => line.slice(Math.min(indent, indentOf(line)))).join("\n");
  return `${text.trimEnd()}\n`;
}

/** The first line of the paragraph, item, list or table that ends at a line; an id alone names the block above it. */
function startOfBlock(lines: readonly string[], end: number): number {
  const isBlank = (index: number) => /^[\s>]*$/.test(lines[index] ?? "");
  let at = end;
  const isAlone = /^[\s>]*\^\S+\s*$/.test(lines[end] ?? "");
  if (isAlone) {
    let above = end - 1;
    while (above >= 0 && isBlank(above)) above--;
    if (above < 0) return end;
    at = above;
  }
  const isItem = (index: number) => !isAlone && ITEM.test(lines[index] ?? "");
  while (at > 0 && !isBlank(at - 1) && !isItem(at) && !/^#{1,6}\s/.test(lines[at - 1] ?? "")) at--;
  return at;
}

import { MAX_PAGE_TREE_DEPTH } from "../limits";

/**
 * The pages, from 1, of the named destinations of a PDF as Chromium writes it: by the fragments of its links, such as `%C3%BCber`. Empty for a file that is
 * built in another way. Only the objects on the way are read.
 */
export function pagesOfDestinations(bytes: Uint8Array): Map<string, number> {
  const found = new Map<string, number>();
  const read = objectReader(bytes);
  const root = read?.(/\/Root\s+(\d+)\s+0\s+R/.exec(read(null))?.[1] ?? null) ?? "";
  const names = /\/Dests\s+(\d+)\s+0\s+R/.exec(root)?.[1];
  const tree = /\/Pages\s+(\d+)\s+0\s+R/.exec(root)?.[1];
  if (!read || names === undefined || tree === undefined) return found;
  const pages = new Map<string, number>();
  const seen = new Set<string>();
  const walk = (id: string, depth: number): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(read(id))?.[1];
    if (kids === undefined) pages.set(id, pages.size + 1);
    else if (depth < MAX_PAGE_TREE_DEPTH)
      for (const [, kid = ""] of kids.matchAll(/(\d+)\s+0\s+R/g)) walk(kid, depth + 1);
  };
  walk(tree, 0);
  for (const [, name = "", page = ""] of read(names).matchAll(/\/([^\s/[\]<>()]+)\s*\[\s*(\d+)\s+0\s+R/g)) {
    const number = pages.get(page);
    if (number !== undefined) found.set(decodedName(name), number);
  }
  return found;
}

/** Reads an object by its number, or the trailer; null if the file has no table of objects. */
function objectReader(bytes: Uint8Array): ((id: string | null) => string) | null {
  const decoder = new TextDecoder("latin1");
  const slice = (from: number, to: number) => decoder.decode(bytes.subarray(from, to));
  const start = Number(
    /startxref\s+(\d+)\s+%%EOF\s*$/.exec(slice(Math.max(0, bytes.length - 1024), bytes.length))?.[1],
  );
  if (!Number.isInteger(start) || start >= bytes.length) return null;
  const table = slice(start, bytes.length);
  const [head = "", first, count] = /^xref\s+(\d+)\s+(\d+)\s*\n/.exec(table) ?? [];
  if (first === undefined || count === undefined) return null;
  const offsetOf = (id: number) => Number(table.slice(head.length + (id - Number(first)) * 20).slice(0, 10));
  return (id) => {
    if (id === null) return table.slice(table.lastIndexOf("trailer"));
    const number = Number(id);
    if (number < Number(first) || number >= Number(first) + Number(count)) return "";
    const offset = offsetOf(number);
    // The names of destinations are one object, however long; objects with a stream are not read here.
    for (let length = 4096; ; length *= 8) {
      const text = slice(offset, offset + length);
      const end = text.indexOf("endobj");
      if (end >= 0) return text.slice(0, end);
      if (offset + length >= bytes.length || length > 256 * 1024 * 1024) return "";
    }
  };
}

/** `#C3#BC` is a byte each; the bytes are UTF-8. */
function decodedName(name: string): string {
  const bytes = name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)));
}

/** Style rules that write page numbers after the links of a table of contents: `contents` elements with links to ids. */
export function pageNumberStyles(pages: ReadonlyMap<string, number>): string {
  return [...pages]
    .map(([fragment, page]) => `.contents a[href=${cssString(`#${fragment}`)}]::after{content:"${page}"}`)
    .join("");
}

/** A text as a CSS string that can stand in a style element. */
export const cssString = (text: string): string =>
  `"${text.toWellFormed().replace(/["\\<>&\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;

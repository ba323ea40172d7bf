import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { type FolderPath, isMarkdown } from "../../../core/links/folder-names";
import { absolutePath, type LinkFolder } from "../core/folder-paths";
import type { AppContext } from "../documents/context";

/** So many files are read at once. */
const AT_ONCE = 16;
/** A larger file is not looked through. */
const LARGEST = 64 * 1024 * 1024;

/** Who looks through a folder: until when, and at which texts. */
export type Looking = {
  signal: AbortSignal;
  /** A quick look, which must not pass over a text that holds what is looked for. */
  mayHold(text: string, path: FolderPath): boolean;
  visit(text: string, path: FolderPath): void;
};

/**
 * Reads every Markdown file of a folder, in no order, and shows those that may hold what is looked for as the engine reads
 * them. Answers whether these were all: what could not be read is told to the log.
 */
export async function lookThrough(
  ctx: Pick<AppContext, "engine" | "desktop">,
  { root, names, isAll }: LinkFolder,
  { signal, mayHold, visit }: Looking,
): Promise<boolean> {
  const { documents } = await ctx.engine();
  const waiting = [...names.files].filter(isMarkdown);
  let isWhole = isAll;
  const worker = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      signal.throwIfAborted();
      const place = absolutePath(root, path);
      try {
        const bytes = await boundedBytes(place).catch(() => null);
        if (bytes === null) continue;
        const quick = bytes.toString();
        // What is no UTF-8 is decoded with care before it is judged; of the others the engine would say the same.
        const isPlain = !/[\0\ufffd]/.test(quick);
        const text = isPlain ? plainText(quick) : (await documents.read(place, [root], "person")).text;
        if (mayHold(text, path)) visit(text, path);
      } catch (error) {
        ctx.desktop.log(`${path} was not looked through for links: ${String(error)}`, "warning");
        isWhole = false;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return isWhole;
}

const plainText = (text: string): string => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

/** The number of the line at a position, from 1, for positions in order. */
export function lineCounter(text: string): (position: number) => number {
  let line = 1;
  let at = 0;
  return (position) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < position; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    return line;
  };
}

/** Null for what is too large or no file: a pipe would be waited for, a device read without end. */
async function boundedBytes(path: string): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const info = await file.stat();
    return info.isFile() && info.size <= LARGEST ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

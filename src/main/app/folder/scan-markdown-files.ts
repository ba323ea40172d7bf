import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { type FolderPath, isMarkdown } from "../../../core/links/folder-names";
import { MAX_TOOL_FILE_BYTES } from "../../engine/ports/limits";
import { absolutePath, type LinkFolder } from "../core/folder-paths";
import type { AppContext } from "../documents";

/** How many files are read in parallel. */
const AT_ONCE = 16;

/** A scan over the Markdown files of a folder. */
export type FolderScan = {
  signal: AbortSignal;
  /** A quick filter, which may not reject a text that contains a match. */
  mayHold(text: string, path: FolderPath): boolean;
  visit(text: string, path: FolderPath): void;
};

/**
 * Reads every Markdown file of a folder, in no particular order, and visits those that pass the filter, decoded like
 * the engine does. Returns whether all could be read; errors are logged.
 */
export async function scanMarkdownFiles(
  ctx: Pick<AppContext, "engine" | "desktop">,
  { root, names, isAll }: LinkFolder,
  { signal, mayHold, visit }: FolderScan,
): Promise<boolean> {
  const { documents } = await ctx.engine();
  const waiting = [...names.files].filter(isMarkdown);
  let isWhole = isAll;
  const worker = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      signal.throwIfAborted();
      const filePath = absolutePath(root, path);
      try {
        const bytes = await boundedBytes(filePath).catch(() => null);
        if (bytes === null) continue;
        const quick = bytes.toString();
        // Text that is not valid UTF-8 is read through the engine, which detects its encoding.
        const isPlain = !/[\0\ufffd]/.test(quick);
        const text = isPlain ? plainText(quick) : (await documents.read(filePath, [root], "person")).text;
        if (mayHold(text, path)) visit(text, path);
      } catch (error) {
        ctx.desktop.log(`${path} was not searched for links: ${String(error)}`, "warning");
        isWhole = false;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return isWhole;
}

const plainText = (text: string): string => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

/** Returns a function from position to line number, from 1; positions must be ascending. */
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

/** Null for a file that is too large, and for pipes and devices, which could block or never end. */
async function boundedBytes(path: string): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const info = await file.stat();
    return info.isFile() && info.size <= MAX_TOOL_FILE_BYTES ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

import type { FolderPath } from "../../../core/links/folder-names";
import { absolutePath } from "../core/folder-paths";
import type { WindowContext } from "../documents";

const MAX_LINE_LENGTH = 200;

/** The texts of some lines of a note, cropped and trimmed, by their number from 1. Empty if the note can no longer be read. */
export async function linesOf(
  ctx: WindowContext,
  { root }: { root: string },
  path: FolderPath,
  lines: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { documents } = await ctx.engine();
  const document = await documents.read(absolutePath(root, path), [root], "person").catch(() => null);
  const all = document?.text.split("\n") ?? [];
  return new Map(lines.map((line) => [line, cropped(all[line - 1] ?? "")]));
}

/** The trimmed line at an offset of a text, cropped around it if it is long. */
export function lineAt(text: string, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  const found = text.indexOf("\n", position);
  const end = found < 0 ? text.length : found;
  const from = Math.max(start, position - MAX_LINE_LENGTH / 2);
  return `${from > start ? "…" : ""}${text.slice(from, Math.min(end, from + MAX_LINE_LENGTH)).trim()}`;
}

const cropped = (line: string): string => lineAt(line, 0);

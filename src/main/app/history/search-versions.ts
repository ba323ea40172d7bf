import { setImmediate as breathe } from "node:timers/promises";
import { officeFormatOf } from "../../../core/text/format";
import type { Handlers } from "../../../shared/contract";
import { MAX_LISTED_VERSIONS } from "../core/limits";
import type { WindowContext } from "../documents";

/** Limits of one search reply: time in milliseconds, and characters. */
const SEARCH_MS = 150;
const SEARCHED_CHARACTERS = 32_000_000;
const LONGEST_LINE = 200;

/** The versions of a document that contain a text, as many as there is time for, and where to go on. */
export async function searchVersions(
  ctx: WindowContext,
  { doc, sought, after }: Parameters<Handlers["history:search"]>[0],
): Promise<{ found: { version_id: string; line: string }[]; next: string | null }> {
  const { location, name } = ctx.openDocuments.of(doc);
  const { history, documents, packages } = await ctx.engine();
  const format = officeFormatOf(name);
  const textAt = async (version: string): Promise<string> => {
    if (format === null) return (await documents.textOf(version)) ?? "";
    const bytes = await history.content(version);
    if (bytes === null) return "";
    return packages.run("versionText", { bytes, format, name }).catch(() => "");
  };
  const entries = location ? await history.list(location.realPath, MAX_LISTED_VERSIONS) : [];
  const wanted = sought.toLocaleLowerCase();
  const begun = performance.now();
  const known = new Map<string, string | null>();
  const found: { version_id: string; line: string }[] = [];
  let read = 0;
  let at = after === null ? 0 : entries.findIndex(({ version_id }) => version_id === after) + 1;
  for (; at < entries.length; at++) {
    const entry = entries[at];
    if (entry === undefined) break;
    let line = known.get(entry.version);
    if (line === undefined) {
      const text = await textAt(entry.version);
      read += text.length;
      line = lineWith(text, wanted);
      known.set(entry.version, line);
    }
    if (line !== null) found.push({ version_id: entry.version_id, line });
    if (performance.now() - begun > SEARCH_MS || read > SEARCHED_CHARACTERS) break;
    // Lets other events run.
    await breathe();
  }
  return { found, next: at < entries.length - 1 ? (entries[at]?.version_id ?? null) : null };
}

/** The line that contains the text, cropped around it; null if there is none. `wanted` is in lower case. */
function lineWith(text: string, wanted: string): string | null {
  const at = text.toLocaleLowerCase().indexOf(wanted);
  if (at < 0) return null;
  const begins = at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
  const from = Math.max(begins, at - 60);
  const end = text.indexOf("\n", at);
  const line = text.slice(from, Math.min(end < 0 ? text.length : end, from + LONGEST_LINE)).toWellFormed();
  return `${from > begins ? "…" : ""}${line.trim()}`;
}

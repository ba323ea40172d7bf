import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Typed } from "../../shared/contract";
import { applyChanges } from "../engine/document/change";
import { difference } from "../engine/document/difference";
import { ToolError } from "../engine/tool-error";
import { type AppContext, you } from "./context";
import type { WorkingCopy } from "./working-copy";

/**
 * Takes what the page typed into memory and journal. Resolves once it is safe on the disk. Texts that arrive late,
 * after a newer one or after their own save, change nothing; one that does not fit its base is refused.
 */
export async function keepTyped(ctx: AppContext, copy: WorkingCopy, typed: Typed): Promise<void> {
  if (typed.seq <= copy.savedSeq || (copy.typed && typed.seq < copy.typed.seq)) return;
  if (copy.textOf(typed.base) === null) {
    // A page that was away for long may still stand on a version that we have let go.
    const text = await (await ctx.engine()).documents.textOf(typed.base);
    if (text !== null) copy.remember(typed.base, text);
    if (copy.typed && typed.seq < copy.typed.seq) return;
  }
  checkFits(copy, typed);
  copy.typed = typed;
  await journal(ctx, copy);
}

/** Refuses changes that do not fit the text of their base, where that is still known. */
export function checkFits(copy: WorkingCopy, { base, changes }: Typed): void {
  const length = copy.textOf(base)?.length ?? Number.POSITIVE_INFINITY;
  let at = 0;
  for (const { from, to } of changes) {
    if (from < at || to < from || to > length)
      throw new ToolError(
        "bad_arguments",
        `A change from ${from} to ${to} does not fit the text of ${length} characters.`,
      );
    at = to;
  }
}

/** Everything up to `seq` is on the disk as the present version: what was typed after it now stands on that version. */
export async function savedUpTo(ctx: AppContext, copy: WorkingCopy, saved: Typed): Promise<void> {
  copy.savedSeq = Math.max(copy.savedSeq, saved.seq);
  const rest = copy.typed;
  if (!rest || rest.seq <= saved.seq) {
    copy.typed = null;
    await ctx.journal.clear(copy.doc);
    return;
  }
  const base = copy.textOf(saved.base);
  if (rest.base !== saved.base || base === null) return;
  // Left on the old base, the person's own saved words would come back from a crash as somebody else's.
  const changes = difference(applyChanges(base, saved.changes), applyChanges(base, rest.changes));
  copy.typed = { ...rest, base: copy.at.version, changes };
  await journal(ctx, copy);
}

/** Writes what is unsaved to the journal as it stands. Nothing unsaved: nothing written. */
export async function journal(ctx: AppContext, copy: WorkingCopy): Promise<void> {
  if (!copy.typed) return;
  const isInHistory = await keepBase(ctx, copy, copy.typed.base);
  // Saved or replaced by a newer text while the base was being kept.
  const { typed } = copy;
  if (!typed || copy.closed) return;
  await ctx.journal.keep({
    doc: copy.doc,
    path: copy.place?.path ?? null,
    name: copy.name,
    base: typed.base,
    baseText: isInHistory ? null : copy.textOf(typed.base),
    seq: typed.seq,
    changes: typed.changes,
    encoding: copy.at.encoding,
    lineEnding: copy.at.lineEnding,
  });
}

/** Makes sure that history has the bytes of `version`; false where it cannot, and the journal must hold the text itself. */
async function keepBase(ctx: AppContext, copy: WorkingCopy, version: string): Promise<boolean> {
  if (!copy.place) return false;
  if (copy.inHistory.has(version)) return true;
  const { realPath } = copy.place;
  try {
    const bytes = await readFile(realPath);
    if (versionOf(bytes) !== version) return false;
    const { history } = await ctx.engine();
    await history.record({ realPath, bytes, version, by: copy.by, reason: "found on disk" });
    copy.inHistory.add(version);
    return true;
  } catch (error) {
    ctx.desktop.log(`The base of ${realPath} could not be kept in history: ${String(error)}`);
    return false;
  }
}

/** Keeps a text that is about to go, or that must not be lost in a conflict, in the document's history. */
export async function keepInHistory(ctx: AppContext, copy: WorkingCopy, text: string, reason: string): Promise<void> {
  const bytes = Buffer.from(text, "utf8");
  const { history } = await ctx.engine();
  const realPath = copy.place?.realPath ?? `untitled:${copy.doc}`;
  await history.record({ realPath, bytes, version: versionOf(bytes), by: you, reason });
}

/** The person's whole text as far as main knows it; null where its base is not known any more. */
export function unsavedText(copy: WorkingCopy): string | null {
  if (!copy.typed) return copy.at.text;
  const base = copy.textOf(copy.typed.base);
  return base === null ? null : applyChanges(base, copy.typed.changes);
}

/** SHA-256 in hex: the version of these bytes. */
export const versionOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

import { join, relative } from "node:path";
import { isWithin } from "../../engine/storage";

import type { AppContext } from "./context";
import { handleMoved } from "./external-changes";
import type { OpenDocument } from "./open-document";
import { keepInHistory, unsavedText } from "./unsaved-text";

/** A file or folder that gets a new path. `path`: how the user knows it before and after, where that is another spelling than the real path. */
export type EntryMove = { from: string; to: string; path?: { from: string; to: string } };

/**
 * Runs a move while no document inside is saved; open documents inside follow with their unsaved edits. `work` moves the files, and what is stored
 * about them.
 */
export async function followMove(
  ctx: AppContext,
  { from, to, path = { from, to } }: EntryMove,
  work: () => Promise<void>,
): Promise<void> {
  const affected = openInside(ctx, from);
  await withAllQueues(affected, async () => {
    await work();
    for (const document of affected) {
      if (!document.location || !isWithin(document.location.realPath, from)) continue;
      const rest = relative(from, document.location.realPath);
      const known = isWithin(document.location.path, path.from)
        ? join(path.to, relative(path.from, document.location.path))
        : join(to, rest);
      await handleMoved(ctx, document, { path: known, realPath: join(to, rest) });
    }
  });
}

/**
 * Runs a deletion while no document inside is saved. Open documents inside keep their text in the renderer, and unsaved text is stored in history with
 * this reason.
 */
export async function followRemoval(
  ctx: AppContext,
  { realPath, reason }: { realPath: string; reason: string },
  work: () => Promise<void>,
): Promise<void> {
  const affected = openInside(ctx, realPath);
  await withAllQueues(affected, async () => {
    await work();
    for (const document of affected) {
      const text = document.unsavedEdits ? unsavedText(document) : null;
      if (text !== null) await keepInHistory(ctx, document, text, reason);
      document.gone = true;
      document.window.send("document:gone", { doc: document.doc });
    }
  });
}

function openInside(ctx: AppContext, real: string): OpenDocument[] {
  return ctx.openDocuments.all().filter(({ location }) => location !== null && isWithin(location.realPath, real));
}

/** Runs `work` while the queues of all documents are held, so that no save runs meanwhile. */
async function withAllQueues(openDocuments: readonly OpenDocument[], work: () => Promise<void>): Promise<void> {
  const [first, ...others] = openDocuments;
  if (!first) return work();
  return first.enqueue(() => withAllQueues(others, work));
}

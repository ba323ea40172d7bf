import { type AppContext, type OfficeService, type OpenDocument, readImageHead } from "../documents";
import { officeImagePath } from "./office-models";
import type { OfficeProcess } from "./office-process";
import { createOfficeWrites } from "./office-writes";
import { createOpenOfficeDocuments, requireFile } from "./open-office-documents";

export function createOfficeService(ctx: AppContext, process: OfficeProcess): OfficeService {
  const shown = createOpenOfficeDocuments(ctx, process);
  const { models, stateOf, content, handleWrite, forget } = shown;
  const { write, edit, step, restore } = createOfficeWrites(ctx, shown);

  /** Pending edits in the version that the models have. */
  async function waiting(document: OpenDocument) {
    const { realPath } = requireFile(document);
    const { review } = await ctx.engine();
    if (!review.hasPending(realPath)) return null;
    const projection = await models.projection(document.doc);
    return projection === null ? null : review.of({ realPath, ...projection });
  }

  async function suggestedHunks(document: OpenDocument): Promise<string[]> {
    await content(document);
    return stateOf(document).enqueue(async () => {
      const found = await waiting(document);
      return found === null ? [] : models.suggestedHunks(document.doc, found.pending);
    });
  }

  return {
    models,
    content,
    handleWrite,
    async upToDate(document) {
      await content(document);
      await stateOf(document).enqueue.idle();
    },
    edit,
    step,
    restore,
    async resolveSuggestions(document, ids, how) {
      const suggested = how === "accept" ? await suggestedHunks(document) : [];
      const written = await write(document, {
        reason: how === "accept" ? "accepted suggestions" : "rejected suggestions",
        kind: "edit",
        make: () => models.resolveSuggestions(document.doc, ids, how),
      });
      if (suggested.length === 0) return written;
      // Suggestions of an agent that the user accepted count as reviewed.
      const left = new Set(await suggestedHunks(document));
      const accepted = suggested.filter((hunk) => !left.has(hunk));
      const { review } = await ctx.engine();
      if (accepted.length > 0) await review.keep(requireFile(document).realPath, accepted);
      return written;
    },
    async hunks(document) {
      const known = stateOf(document);
      await content(document);
      const { realPath } = requireFile(document);
      return known.enqueue(async () => {
        const found = await waiting(document);
        const version = known.content?.version ?? document.at.version;
        const hunks = found === null ? [] : await models.hunks(document.doc, found.pending);
        return { version, path: realPath, hunks, writes: found?.writes ?? [] };
      });
    },
    async image(document, path) {
      if (document.office === null || !path.startsWith(officeImagePath)) return null;
      await content(document);
      const bytes = await models.image(document.doc, path.slice(officeImagePath.length));
      const head = bytes === null ? null : readImageHead(Buffer.from(bytes));
      return bytes === null || head === null ? null : { type: head.type, bytes: Buffer.from(bytes) };
    },
    forget,
    close: () => models.close(),
  };
}

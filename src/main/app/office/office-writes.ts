import type { OfficeWritten } from "../../../shared/office";
import { userName } from "../../engine/comments";
import type { ModelEditResult } from "../../engine/office";
import type { FileContent } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { type AppContext, type OfficeService, type OpenDocument, you } from "../documents";
import { type OfficeState, type OpenOfficeDocuments, requireFile, type Step, stepsOf } from "./open-office-documents";

const MAX_STEPS = 200;

/** What kind of write the user makes. */
type WriteKind = "edit" | "undo" | "redo";

/** The edited place was changed by someone else. Thrown from the edit, so that nothing is written. */
class StaleEditError extends Error {
  constructor(readonly found: Extract<ModelEditResult, { status: "stale" }>) {
    super("somebody else wrote there");
  }
}

/** Writes the bytes that `make` computes from the current package. If it throws, nothing is written. */
type OfficeWrite = (
  document: OpenDocument,
  how: { reason: string; kind: WriteKind; make(current: FileContent): Promise<OfficeOutput> },
) => Promise<OfficeWritten>;

type OfficeOutput = { bytes: Uint8Array; warnings: string[] };

/** The user's writes into Office documents, and undoing them. */
export function createOfficeWrites(
  ctx: AppContext,
  { models, stateOf, content, takeOther }: OpenOfficeDocuments,
): Pick<OfficeService, "edit" | "step" | "restore"> & { write: OfficeWrite } {
  const write: OfficeWrite = async (document, { reason, kind, make }) => {
    const known = stateOf(document);
    await content(document);
    return document.enqueue(async () => {
      const { documents: engine } = await ctx.engine();
      const { realPath } = requireFile(document);
      const made: { warnings: string[] } = { warnings: [] };
      try {
        const result = await engine.changeBytes(realPath, [realPath], {
          by: you,
          reason,
          asker: "person",
          async edit(current) {
            if (current === null) throw new ToolError("not_found", t.office.gone(document.name));
            // If someone wrote meanwhile, the edit is applied to their version.
            await known.enqueue(async () => {
              if (known.content?.version !== current.version || !models.has(document.doc))
                await takeOther(document, known, current);
            });
            const { bytes, warnings } = await make(current);
            made.warnings = warnings;
            return bytes;
          },
        });
        await known.enqueue.idle();
        const { status, before, version, notes } = result;
        if (status === "written" && before !== null) note(known, { from: before, to: version }, kind);
        return { status, version, steps: stepsOf(known), warnings: [...made.warnings, ...notes] };
      } catch (error) {
        if (!(error instanceof StaleEditError)) throw error;
        const { paragraph, address, now } = error.found;
        return { status: "stale", paragraph, address, now };
      }
    });
  };

  function note(known: OfficeState, { from, to }: { from: string; to: string }, kind: WriteKind): void {
    const step: Step = { from, to, inverse: known.change?.inverse ?? null };
    if (kind === "undo") known.redo.push(step);
    else {
      known.undo.push(step);
      if (kind === "edit") known.redo.length = 0;
    }
    for (const steps of [known.undo, known.redo]) if (steps.length > MAX_STEPS) steps.shift();
  }

  const edited = (found: ModelEditResult): OfficeOutput => {
    if (found.status === "stale") throw new StaleEditError(found);
    return found;
  };

  return {
    write,
    edit(document, edits, how) {
      const track = how === "suggested" ? { author: userName() || "Galley", at: now() } : null;
      return write(document, {
        reason: how === "suggested" ? "suggested" : "edited",
        kind: "edit",
        make: async () => edited(await models.edit(document.doc, edits, track)),
      });
    },
    async step(document, which) {
      const known = stateOf(document);
      const step = (which === "undo" ? known.undo : known.redo).at(-1);
      const { version } = await content(document);
      if (step === undefined) return { status: "unchanged", version, steps: stepsOf(known), warnings: [] };
      const written = await write(document, {
        reason: which === "undo" ? "undone" : "done again",
        kind: which,
        async make(current) {
          const bytes = current.version === step.to ? await (await ctx.engine()).history.content(step.from) : null;
          if (bytes !== null) return { bytes, warnings: [] };
          if (step.inverse === null)
            throw new ToolError("stale", t.office.cannotUndo, { hint: t.office.cannotUndoHint });
          return edited(await models.edit(document.doc, step.inverse, null));
        },
      });
      // A step that no longer applies would block all earlier steps.
      const steps = which === "undo" ? known.undo : known.redo;
      const at = steps.indexOf(step);
      if (at >= 0) steps.splice(at, 1);
      return written.status === "stale" ? written : { ...written, steps: stepsOf(known) };
    },
    async restore(document, bytes) {
      await write(document, { reason: "restored", kind: "edit", make: async () => ({ bytes, warnings: [] }) });
    },
  };
}

const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, "Z");

import { userInfo } from "node:os";
import type { DocumentId } from "../../../shared/contract";
import type { OfficeContent, OfficeSteps, OfficeWritten } from "../../../shared/office";
import type { ModelChange, ModelContent, ModelEdit, ModelEditResult } from "../../engine/office";
import type { FileContent } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { WorkerEnded } from "../../engine/worker";
import { t } from "../core/messages";
import { type AppContext, you } from "../documents/context";
import { readImageHead } from "../documents/image-head";
import type { LandedBytes, OfficeService } from "../documents/office-service";
import type { OpenDocument } from "../documents/open-document";
import { officeImagePath } from "./office-models";
import type { OfficeProcess } from "./office-process";

/** An edit of the user that can be undone: by restoring `from`, or with the inverse edits if others wrote since. */
type Step = { from: string; to: string; inverse: ModelEdit[] | null };

/** The state of an open Office document in this service. */
type OfficeState = {
  /** Requests to the models run one after the other. */
  queue: Promise<unknown>;
  content: ModelContent | null;
  change: ModelChange | null;
  undo: Step[];
  redo: Step[];
  /** Called when the document was shown, so its opening did not crash the app. */
  shown: () => void;
};

const maxSteps = 200;
/** After this many milliseconds, opening the document has not crashed the app. */
const stableAfterMs = 2000;

/** What kind of write the user makes. */
type WriteKind = "edit" | "undo" | "redo";

/** The edited place was changed by someone else. Thrown from the edit, so that nothing is written. */
class StaleEditError extends Error {
  constructor(readonly found: Extract<ModelEditResult, { status: "stale" }>) {
    super("somebody else wrote there");
  }
}

export function createOfficeService(ctx: AppContext, process: OfficeProcess): OfficeService {
  const documents = new Map<DocumentId, OfficeState>();
  const shownBy =
    <Args extends [doc: DocumentId, ...unknown[]], Answer>(ask: (...given: Args) => Promise<Answer>) =>
    async (...given: Args): Promise<Answer> => {
      const answer = await ask(...given);
      documents.get(given[0])?.shown();
      return answer;
    };
  const models: OfficeProcess = {
    ...process,
    ...{ paragraphs: shownBy(process.paragraphs), slides: shownBy(process.slides), cells: shownBy(process.cells) },
  };

  const knownOf = ({ doc }: OpenDocument): OfficeState => {
    const known = documents.get(doc) ?? {
      ...{ queue: Promise.resolve(), content: null, change: null, undo: [], redo: [], shown() {} },
    };
    documents.set(doc, known);
    return known;
  };
  const enqueue = <T>(known: OfficeState, work: () => Promise<T>): Promise<T> => {
    const done = known.queue.then(work);
    known.queue = done.catch(() => undefined);
    return done;
  };

  /** Makes the models parse this version. */
  async function take(
    document: OpenDocument,
    known: OfficeState,
    { bytes, version }: Pick<FileContent, "bytes" | "version">,
  ) {
    const { office } = document;
    if (office === null) throw new Error("not an Office document");
    const { content, change } = await models.take(document.doc, {
      bytes,
      format: office.format,
      name: document.name,
      version,
    });
    known.content = content;
    known.change = change;
    return { content, change };
  }

  const stepsOf = ({ undo, redo }: OfficeState): OfficeSteps => ({ undo: undo.length, redo: redo.length });
  const shown = (known: OfficeState, content: ModelContent): OfficeContent => ({ ...content, steps: stepsOf(known) });

  async function content(document: OpenDocument): Promise<OfficeContent> {
    const known = knownOf(document);
    return enqueue(known, async () => {
      if (known.content !== null && models.has(document.doc)) return shown(known, known.content);
      const { documents: engine } = await ctx.engine();
      const { realPath } = requireFile(document);
      const found = await engine.readBytes(realPath, [realPath], "person");
      const path = document.location?.path ?? realPath;
      const opened = ctx.openings.begin(path);
      const { content: read } = await take(document, known, found).catch((error: unknown) => {
        // A document that crashed its process is not reopened automatically.
        if (!(error instanceof WorkerEnded)) opened();
        throw error;
      });
      // The renderer requests the content right after this.
      const timer = setTimeout(opened, stableAfterMs).unref();
      known.shown = () => {
        clearTimeout(timer);
        opened();
      };
      if (found.version !== document.at.version)
        document.moveTo({ ...document.at, version: found.version }, document.by);
      return shown(known, read);
    });
  }

  function handleWrite(document: OpenDocument, { from, to, bytes, by, reason }: LandedBytes): void {
    const known = knownOf(document);
    // Nobody has shown it yet; it is parsed on demand.
    if (known.content === null) return;
    enqueue(known, async () => {
      if (known.content?.version === to) return;
      const { content: read, change } = await take(document, known, { bytes, version: to });
      if (document.closed) return;
      document.window.send("office:changed", {
        ...{ doc: document.doc, from, version: to, by, reason, content: shown(known, read) },
        ...{ splices: change.splices, cells: change.cells },
      });
    }).catch((error: unknown) => ctx.reportError(document.name, error));
  }

  /** Writes the bytes that `make` computes from the current package. If it throws, nothing is written. */
  async function write(
    document: OpenDocument,
    { reason, kind, make }: { reason: string; kind: WriteKind; make(current: FileContent): Promise<OfficeOutput> },
  ): Promise<OfficeWritten> {
    const known = knownOf(document);
    await content(document);
    return document.enqueue(async () => {
      const { documents: engine } = await ctx.engine();
      const { realPath } = requireFile(document);
      const made: { warnings: string[] } = { warnings: [] };
      try {
        const result = await engine.changeBytes(realPath, [realPath], {
          ...{ by: you, reason, asker: "person" },
          async edit(current) {
            if (current === null) throw new ToolError("not_found", t.office.gone(document.name));
            // If someone wrote meanwhile, the edit is applied to their version.
            await enqueue(known, async () => {
              if (known.content?.version !== current.version || !models.has(document.doc))
                await takeOther(document, known, current);
            });
            const { bytes, warnings } = await make(current);
            made.warnings = warnings;
            return bytes;
          },
        });
        await known.queue;
        const { status, before, version, notes } = result;
        if (status === "written" && before !== null) note(known, { from: before, to: version }, kind);
        return { status, version, steps: stepsOf(known), warnings: [...made.warnings, ...notes] };
      } catch (error) {
        if (!(error instanceof StaleEditError)) throw error;
        const { paragraph, address, now } = error.found;
        return { status: "stale", paragraph, address, now };
      }
    });
  }

  /** Adopts an external change that was found when writing. */
  async function takeOther(document: OpenDocument, known: OfficeState, current: FileContent): Promise<void> {
    const from = document.at.version;
    const { content: read, change } = await take(document, known, current);
    if (from === current.version) return;
    const by = { kind: "program", name: "another program" } as const;
    document.moveTo({ ...document.at, version: current.version }, by);
    document.window.send("office:changed", {
      ...{
        doc: document.doc,
        from,
        version: current.version,
        by,
        reason: "found on disk",
        content: shown(known, read),
      },
      ...{ splices: change.splices, cells: change.cells },
    });
  }

  function note(known: OfficeState, { from, to }: { from: string; to: string }, kind: WriteKind): void {
    const step: Step = { from, to, inverse: known.change?.inverse ?? null };
    if (kind === "undo") known.redo.push(step);
    else {
      known.undo.push(step);
      if (kind === "edit") known.redo.length = 0;
    }
    for (const steps of [known.undo, known.redo]) if (steps.length > maxSteps) steps.shift();
  }

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
    return enqueue(knownOf(document), async () => {
      const found = await waiting(document);
      return found === null ? [] : models.suggestedHunks(document.doc, found.pending);
    });
  }

  const edited = (found: ModelEditResult): OfficeOutput => {
    if (found.status === "stale") throw new StaleEditError(found);
    return found;
  };

  return {
    models,
    content,
    handleWrite,
    async upToDate(document) {
      await content(document);
      await knownOf(document).queue;
    },
    edit(document, edits, how) {
      const track = how === "suggested" ? { author: author(), at: now() } : null;
      return write(document, {
        ...{ reason: how === "suggested" ? "suggested" : "edited", kind: "edit" },
        make: async () => edited(await models.edit(document.doc, edits, track)),
      });
    },
    async step(document, which) {
      const known = knownOf(document);
      const step = (which === "undo" ? known.undo : known.redo).at(-1);
      const { version } = await content(document);
      if (step === undefined) return { status: "unchanged", version, steps: stepsOf(known), warnings: [] };
      const written = await write(document, {
        ...{ reason: which === "undo" ? "undone" : "done again", kind: which },
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
    async resolveSuggestions(document, ids, how) {
      const suggested = how === "accept" ? await suggestedHunks(document) : [];
      const written = await write(document, {
        ...{ reason: how === "accept" ? "accepted suggestions" : "rejected suggestions", kind: "edit" },
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
    async restore(document, bytes) {
      await write(document, { reason: "restored", kind: "edit", make: async () => ({ bytes, warnings: [] }) });
    },
    async hunks(document) {
      const known = knownOf(document);
      await content(document);
      const { realPath } = requireFile(document);
      return enqueue(known, async () => {
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
    forget(doc) {
      documents.delete(doc);
      void models.drop(doc).catch(() => undefined);
    },
    close: () => models.close(),
  };
}

type OfficeOutput = { bytes: Uint8Array; warnings: string[] };

function requireFile({ location, name }: OpenDocument): { realPath: string } {
  if (location === null) throw new ToolError("not_found", t.office.gone(name));
  return location;
}

const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, "Z");

/** The system's user name, which office programs show beside a suggestion. */
function author(): string {
  try {
    return userInfo().username || "Galley";
  } catch {
    return "Galley";
  }
}

import { userInfo } from "node:os";
import type { DocumentId } from "../../../shared/contract";
import type { OfficeContent, OfficeSteps, OfficeWritten } from "../../../shared/office";
import type { ModelChange, ModelContent, ModelEdit, ModelEdited } from "../../engine/office";
import type { FileContent } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { WorkerEnded } from "../../engine/worker";
import { told } from "../core/messages";
import { type AppContext, you } from "../documents/context";
import { readImageHead } from "../documents/image-head";
import type { LandedBytes, OfficeDesk } from "../documents/office-service";
import type { WorkingCopy } from "../documents/open-document";
import { officeImagePath } from "./office-models";
import type { OfficeProcess } from "./office-process";

/** An edit of the user that can be undone: by restoring `from`, or with the inverse edits if others wrote since. */
type Step = { from: string; to: string; inverse: ModelEdit[] | null };

/** The state of an open Office document in this service. */
type Known = {
  /** Requests to the models run one after the other. */
  turn: Promise<unknown>;
  content: ModelContent | null;
  change: ModelChange | null;
  undo: Step[];
  redo: Step[];
  /** Called when the document was shown, so its opening did not crash the app. */
  shown: () => void;
};

const mostSteps = 200;
/** After this many milliseconds, opening the document has not crashed the app. */
const settledAfterMs = 2000;

/** What kind of write the user makes. */
type WriteKind = "edit" | "undo" | "redo";

/** The edited place was changed by someone else. Thrown from the edit, so that nothing is written. */
class Stale extends Error {
  constructor(readonly found: Extract<ModelEdited, { status: "stale" }>) {
    super("somebody else wrote there");
  }
}

export function createOfficeDesk(ctx: AppContext, process: OfficeProcess): OfficeDesk {
  const documents = new Map<DocumentId, Known>();
  const shownBy =
    <Given extends [doc: DocumentId, ...unknown[]], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      const answer = await ask(...given);
      documents.get(given[0])?.shown();
      return answer;
    };
  const models: OfficeProcess = {
    ...process,
    ...{ paragraphs: shownBy(process.paragraphs), slides: shownBy(process.slides), cells: shownBy(process.cells) },
  };

  const knownOf = ({ doc }: WorkingCopy): Known => {
    const known = documents.get(doc) ?? {
      ...{ turn: Promise.resolve(), content: null, change: null, undo: [], redo: [], shown() {} },
    };
    documents.set(doc, known);
    return known;
  };
  const inTurn = <T>(known: Known, work: () => Promise<T>): Promise<T> => {
    const done = known.turn.then(work);
    known.turn = done.catch(() => undefined);
    return done;
  };

  /** Makes the models parse this version. */
  async function take(copy: WorkingCopy, known: Known, { bytes, version }: Pick<FileContent, "bytes" | "version">) {
    const { office } = copy;
    if (office === null) throw new Error("not an Office document");
    const { content, change } = await models.take(copy.doc, { bytes, format: office.format, name: copy.name, version });
    known.content = content;
    known.change = change;
    return { content, change };
  }

  const stepsOf = ({ undo, redo }: Known): OfficeSteps => ({ undo: undo.length, redo: redo.length });
  const shown = (known: Known, content: ModelContent): OfficeContent => ({ ...content, steps: stepsOf(known) });

  async function content(copy: WorkingCopy): Promise<OfficeContent> {
    const known = knownOf(copy);
    return inTurn(known, async () => {
      if (known.content !== null && models.has(copy.doc)) return shown(known, known.content);
      const { documents: engine } = await ctx.engine();
      const { realPath } = placeOf(copy);
      const found = await engine.readBytes(realPath, [realPath], "person");
      const path = copy.place?.path ?? realPath;
      const opened = ctx.openings.begin(path);
      const { content: read } = await take(copy, known, found).catch((error: unknown) => {
        // A document that crashed its process is not reopened automatically.
        if (!(error instanceof WorkerEnded)) opened();
        throw error;
      });
      // The renderer requests the content right after this.
      const timer = setTimeout(opened, settledAfterMs).unref();
      known.shown = () => {
        clearTimeout(timer);
        opened();
      };
      if (found.version !== copy.at.version) copy.moveTo({ ...copy.at, version: found.version }, copy.by);
      return shown(known, read);
    });
  }

  function landed(copy: WorkingCopy, { from, to, bytes, by, reason }: LandedBytes): void {
    const known = knownOf(copy);
    // Nobody has shown it yet; it is parsed on demand.
    if (known.content === null) return;
    inTurn(known, async () => {
      if (known.content?.version === to) return;
      const { content: read, change } = await take(copy, known, { bytes, version: to });
      if (copy.closed) return;
      copy.window.send("office:changed", {
        ...{ doc: copy.doc, from, version: to, by, reason, content: shown(known, read) },
        ...{ splices: change.splices, cells: change.cells },
      });
    }).catch((error: unknown) => ctx.surprise(copy.name, error));
  }

  /** Writes the bytes that `make` computes from the current package. If it throws, nothing is written. */
  async function write(
    copy: WorkingCopy,
    { reason, kind, make }: { reason: string; kind: WriteKind; make(current: FileContent): Promise<Made> },
  ): Promise<OfficeWritten> {
    const known = knownOf(copy);
    await content(copy);
    return copy.inTurn(async () => {
      const { documents: engine } = await ctx.engine();
      const { realPath } = placeOf(copy);
      const made: { warnings: string[] } = { warnings: [] };
      try {
        const result = await engine.changeBytes(realPath, [realPath], {
          ...{ by: you, reason, asked: "person" },
          async edit(current) {
            if (current === null) throw new ToolError("not_found", told.office.gone(copy.name));
            // If someone wrote meanwhile, the edit is applied to their version.
            await inTurn(known, async () => {
              if (known.content?.version !== current.version || !models.has(copy.doc))
                await takeOther(copy, known, current);
            });
            const { bytes, warnings } = await make(current);
            made.warnings = warnings;
            return bytes;
          },
        });
        await known.turn;
        const { status, before, version, notes } = result;
        if (status === "written" && before !== null) note(known, { from: before, to: version }, kind);
        return { status, version, steps: stepsOf(known), warnings: [...made.warnings, ...notes] };
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
        const { paragraph, address, now } = error.found;
        return { status: "stale", paragraph, address, now };
      }
    });
  }

  /** Adopts an external change that was found when writing. */
  async function takeOther(copy: WorkingCopy, known: Known, current: FileContent): Promise<void> {
    const from = copy.at.version;
    const { content: read, change } = await take(copy, known, current);
    if (from === current.version) return;
    const by = { kind: "program", name: "another program" } as const;
    copy.moveTo({ ...copy.at, version: current.version }, by);
    copy.window.send("office:changed", {
      ...{ doc: copy.doc, from, version: current.version, by, reason: "found on disk", content: shown(known, read) },
      ...{ splices: change.splices, cells: change.cells },
    });
  }

  function note(known: Known, { from, to }: { from: string; to: string }, kind: WriteKind): void {
    const step: Step = { from, to, inverse: known.change?.inverse ?? null };
    if (kind === "undo") known.redo.push(step);
    else {
      known.undo.push(step);
      if (kind === "edit") known.redo.length = 0;
    }
    for (const steps of [known.undo, known.redo]) if (steps.length > mostSteps) steps.shift();
  }

  /** Pending edits in the version that the models have. */
  async function waiting(copy: WorkingCopy) {
    const { realPath } = placeOf(copy);
    const { review } = await ctx.engine();
    if (!review.waits(realPath)) return null;
    const ledger = await models.ledger(copy.doc);
    return ledger === null ? null : review.of({ realPath, ...ledger });
  }

  async function suggestedHunks(copy: WorkingCopy): Promise<string[]> {
    await content(copy);
    return inTurn(knownOf(copy), async () => {
      const found = await waiting(copy);
      return found === null ? [] : models.suggestedHunks(copy.doc, found.pending);
    });
  }

  const edited = (found: ModelEdited): Made => {
    if (found.status === "stale") throw new Stale(found);
    return found;
  };

  return {
    models,
    content,
    landed,
    async settled(copy) {
      await content(copy);
      await knownOf(copy).turn;
    },
    edit(copy, edits, how) {
      const track = how === "suggested" ? { author: author(), at: now() } : null;
      return write(copy, {
        ...{ reason: how === "suggested" ? "suggested" : "edited", kind: "edit" },
        make: async () => edited(await models.edit(copy.doc, edits, track)),
      });
    },
    async step(copy, which) {
      const known = knownOf(copy);
      const step = (which === "undo" ? known.undo : known.redo).at(-1);
      const { version } = await content(copy);
      if (step === undefined) return { status: "unchanged", version, steps: stepsOf(known), warnings: [] };
      const written = await write(copy, {
        ...{ reason: which === "undo" ? "undone" : "done again", kind: which },
        async make(current) {
          const bytes = current.version === step.to ? await (await ctx.engine()).history.content(step.from) : null;
          if (bytes !== null) return { bytes, warnings: [] };
          if (step.inverse === null)
            throw new ToolError("stale", told.office.cannotUndo, { hint: told.office.cannotUndoHint });
          return edited(await models.edit(copy.doc, step.inverse, null));
        },
      });
      // A step that no longer applies would block all earlier steps.
      const steps = which === "undo" ? known.undo : known.redo;
      const at = steps.indexOf(step);
      if (at >= 0) steps.splice(at, 1);
      return written.status === "stale" ? written : { ...written, steps: stepsOf(known) };
    },
    async settle(copy, ids, how) {
      const suggested = how === "accept" ? await suggestedHunks(copy) : [];
      const written = await write(copy, {
        ...{ reason: how === "accept" ? "accepted suggestions" : "rejected suggestions", kind: "edit" },
        make: () => models.settle(copy.doc, ids, how),
      });
      if (suggested.length === 0) return written;
      // Suggestions of an agent that the user accepted count as reviewed.
      const left = new Set(await suggestedHunks(copy));
      const accepted = suggested.filter((hunk) => !left.has(hunk));
      const { review } = await ctx.engine();
      if (accepted.length > 0) await review.keep(placeOf(copy).realPath, accepted);
      return written;
    },
    async restore(copy, bytes) {
      await write(copy, { reason: "restored", kind: "edit", make: async () => ({ bytes, warnings: [] }) });
    },
    async hunks(copy) {
      const known = knownOf(copy);
      await content(copy);
      const { realPath } = placeOf(copy);
      return inTurn(known, async () => {
        const found = await waiting(copy);
        const version = known.content?.version ?? copy.at.version;
        const hunks = found === null ? [] : await models.hunks(copy.doc, found.pending);
        return { version, path: realPath, hunks, writes: found?.writes ?? [] };
      });
    },
    async image(copy, path) {
      if (copy.office === null || !path.startsWith(officeImagePath)) return null;
      await content(copy);
      const bytes = await models.image(copy.doc, path.slice(officeImagePath.length));
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

type Made = { bytes: Uint8Array; warnings: string[] };

function placeOf({ place, name }: WorkingCopy): { realPath: string } {
  if (place === null) throw new ToolError("not_found", told.office.gone(name));
  return place;
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

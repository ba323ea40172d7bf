import { type SerialQueue, serialQueue } from "../../../core/async/serial-queue";
import type { DocumentId } from "../../../shared/contract";
import type { OfficeContent, OfficeSteps } from "../../../shared/office";
import type { ModelChange, ModelContent, ModelEdit } from "../../engine/office";
import type { FileContent } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { WorkerEnded } from "../../engine/worker";
import { t } from "../core/messages";
import type { AppContext, LandedBytes, OpenDocument } from "../documents";
import type { OfficeProcess } from "./office-process";

/** An edit of the user that can be undone: by restoring `from`, or with the inverse edits if others wrote since. */
export type Step = { from: string; to: string; inverse: ModelEdit[] | null };

/** The state of an open Office document in this service. */
export type OfficeState = {
  /** Requests to the models run one after the other. */
  enqueue: SerialQueue;
  content: ModelContent | null;
  change: ModelChange | null;
  undo: Step[];
  redo: Step[];
  /** Called when the document was shown, so its opening did not crash the app. */
  shown: () => void;
};

/** After this many milliseconds, opening the document has not crashed the app. */
const STABLE_AFTER_MS = 2000;

/** The Office documents that are open, as the models have parsed them. */
export type OpenOfficeDocuments = ReturnType<typeof createOpenOfficeDocuments>;

export function createOpenOfficeDocuments(ctx: AppContext, process: OfficeProcess) {
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
    paragraphs: shownBy(process.paragraphs),
    slides: shownBy(process.slides),
    cells: shownBy(process.cells),
  };

  const stateOf = ({ doc }: OpenDocument): OfficeState => {
    const known = documents.get(doc) ?? {
      enqueue: serialQueue(),
      content: null,
      change: null,
      undo: [],
      redo: [],
      shown() {},
    };
    documents.set(doc, known);
    return known;
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

  const shown = (known: OfficeState, content: ModelContent): OfficeContent => ({ ...content, steps: stepsOf(known) });

  async function content(document: OpenDocument): Promise<OfficeContent> {
    const known = stateOf(document);
    return known.enqueue(async () => {
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
      const timer = setTimeout(opened, STABLE_AFTER_MS).unref();
      known.shown = () => {
        clearTimeout(timer);
        opened();
      };
      const { version } = document.at;
      if (found.version !== version) {
        // This runs before the version is updated: review compares with the old one, and an agent's program may have written the file.
        await engine.noteExternal(realPath, [realPath]);
        if (document.at.version === version) document.moveTo({ ...document.at, version: found.version }, document.by);
      }
      return shown(known, read);
    });
  }

  function handleWrite(document: OpenDocument, { from, to, bytes, by, reason }: LandedBytes): void {
    const known = stateOf(document);
    // Nobody has shown it yet; it is parsed on demand.
    if (known.content === null) return;
    known
      .enqueue(async () => {
        if (known.content?.version === to) return;
        const { content: read, change } = await take(document, known, { bytes, version: to });
        if (document.closed) return;
        document.window.send("office:changed", {
          doc: document.doc,
          from,
          version: to,
          by,
          reason,
          content: shown(known, read),
          splices: change.splices,
          cells: change.cells,
        });
      })
      .catch((error: unknown) => ctx.reportError(document.name, error));
  }

  /** Adopts an external change that was found when writing. */
  async function takeOther(document: OpenDocument, known: OfficeState, current: FileContent): Promise<void> {
    const from = document.at.version;
    const { content: read, change } = await take(document, known, current);
    if (from === current.version) return;
    const by = { kind: "program", name: "another program" } as const;
    document.moveTo({ ...document.at, version: current.version }, by);
    document.window.send("office:changed", {
      doc: document.doc,
      from,
      version: current.version,
      by,
      reason: "found on disk",
      content: shown(known, read),
      splices: change.splices,
      cells: change.cells,
    });
  }

  return {
    models,
    stateOf,
    content,
    handleWrite,
    takeOther,
    forget(doc: DocumentId): void {
      documents.delete(doc);
      void models.drop(doc).catch(() => undefined);
    },
  };
}

export const stepsOf = ({ undo, redo }: OfficeState): OfficeSteps => ({ undo: undo.length, redo: redo.length });

/** The file of a document, which every Office document has. */
export function requireFile({ location, name }: OpenDocument): { realPath: string } {
  if (location === null) throw new ToolError("not_found", t.office.gone(name));
  return location;
}

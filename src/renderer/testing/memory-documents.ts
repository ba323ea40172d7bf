import type { DocumentChanged, DocumentId, DocumentSnapshot, Handlers, Writer } from "../../shared/contract";
import { isWithin, nameOf } from "../ui/file-paths";
import { failure } from "./failure";
import type { Emit, MemoryDisk } from "./memory-disk";
import type { MemoryHistory } from "./memory-history";

type OpenFile = { doc: string; path: string | null; name: string; text: string; version: number; gone: boolean };

type Deps = {
  emit: Emit;
  disk: MemoryDisk;
  history: MemoryHistory;
  /** A new number, for ids and versions. */
  nextNumber(): number;
  /** What the dialogs answer. */
  answers: { file: string | null; saveAs: string | null };
};

export type MemoryDocuments = ReturnType<typeof createMemoryDocuments>;

const spliced = (text: string, changes: { from: number; to: number; insert: string }[]) =>
  changes.toReversed().reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);

const snapshotOf = (stored: OpenFile): DocumentSnapshot => ({
  doc: stored.doc,
  path: stored.path,
  name: stored.name,
  text: stored.text,
  version: `v${stored.version}`,
  unsaved: null,
  format: /\.txt$/.test(stored.name) ? "text" : "markdown",
  encoding: "UTF-8",
  lineEnding: "LF",
  readOnly: null,
  gone: stored.gone,
  warnings: [],
});

/** Main's open documents in memory: they can be saved, moved and closed, and other writers can change them. */
export function createMemoryDocuments({ emit, disk, history, nextNumber, answers }: Deps) {
  const documents = new Map<DocumentId, OpenFile>();
  let untitled = 0;

  const add = (path: string | null, name: string, text: string): OpenFile => {
    const number = nextNumber();
    const stored = { doc: `d${number}`, path, name, text, version: number, gone: false };
    documents.set(stored.doc, stored);
    return stored;
  };

  const openFile = (path: string): DocumentSnapshot | null => {
    const text = disk.files.get(path);
    if (text === undefined) return null;
    const known = [...documents.values()].find((stored) => stored.path === path);
    return snapshotOf(known ?? add(path, nameOf(path), text));
  };

  const write = (stored: OpenFile, text: string, by: Writer, reason: string): DocumentChanged => {
    const from = `v${stored.version}`;
    const changes = [{ from: 0, to: stored.text.length, insert: text }];
    Object.assign(stored, { text, version: nextNumber(), gone: false });
    const to = `v${stored.version}`;
    if (stored.path !== null) {
      disk.files.set(stored.path, text);
      history.add(stored.path, { text, version: stored.version, by, reason });
    }
    const rest = { realPath: stored.path, write: null, includes: null, encoding: "UTF-8", lineEnding: "LF" };
    return { doc: stored.doc, from, to, changes, by, ...rest };
  };

  const handlers = {
    "document:piece": async ({ doc }) => {
      const stored = documents.get(doc);
      return stored
        ? { ok: true, piece: { document: snapshotOf(stored), from: 0 } }
        : failure("not_found", "It is not open.");
    },
    "document:create": async () => {
      untitled += 1;
      const name = untitled === 1 ? "Untitled" : `Untitled ${untitled}`;
      return snapshotOf(add(null, name, ""));
    },
    "document:typed": async () => {},
    "document:save": async ({ doc, base, seq, changes, why }) => {
      const stored = documents.get(doc);
      if (!stored) return { status: "refused", error: { code: "not_found", message: "It is not open." } };
      if (stored.gone && why !== "recreate") return { status: "gone" };
      if (base !== `v${stored.version}`) {
        const whole = {
          from: base,
          to: `v${stored.version}`,
          changes: null,
          includes: null,
          realPath: null,
          write: null,
        };
        const by: Writer = { kind: "program", name: "another program" };
        return { status: "stale", change: { doc, ...whole, by, encoding: "UTF-8", lineEnding: "LF" } };
      }
      const { to } = write(stored, spliced(stored.text, changes), { kind: "you", name: "you" }, "autosave");
      return { status: "saved", version: to, seq, notes: [] };
    },
    "document:save-as": async ({ doc, changes }) => {
      const stored = documents.get(doc);
      if (!stored || answers.saveAs === null) return { ok: true, document: null };
      stored.path = answers.saveAs;
      stored.name = nameOf(stored.path);
      disk.addParents(stored.path);
      write(stored, spliced(stored.text, changes), { kind: "you", name: "you" }, "saved by hand");
      disk.notify(stored.path);
      return { ok: true, document: snapshotOf(stored) };
    },
    "document:add-image": async () => ({ ok: true, path: "assets/image.png", embed: null }),
    "document:text": async (doc) => {
      const stored = documents.get(doc);
      if (!stored) return failure("not_found", "It is not open.");
      return { ok: true, text: stored.text, version: `v${stored.version}`, encoding: "UTF-8", lineEnding: "LF" };
    },
    "document:close": async ({ doc }) => {
      documents.delete(doc);
      return { ok: true };
    },
    "document:conflict": async () => {},
    "document:handed-over": async () => {},
    "document:views": async () => {},
    "document:clear-readings": async () => {},
    "document:keep-undo": async () => {},
    "document:undo-steps": async () => null,
    "document:check": async () => {},
    "document:image": async ({ path }) => failure("not_found", `There is no image ${path}.`),
  } satisfies Partial<Handlers>;

  return {
    handlers,
    openFile,
    pathOf: (doc: DocumentId): string | null => documents.get(doc)?.path ?? null,
    forget: (doc: DocumentId) => documents.delete(doc),
    /** Somebody else writes the text of a document, and the window is notified. */
    change(where: { doc: DocumentId } | { path: string }, text: string, by: Writer, reason: string): boolean {
      const stored = [...documents.values()].find((one) =>
        "doc" in where ? one.doc === where.doc : one.path === where.path,
      );
      if (stored) emit("document:changed", write(stored, text, by, reason));
      return stored !== undefined;
    },
    /** Files at or below a path have moved. */
    handleMove(from: string, to: string): void {
      for (const stored of documents.values()) {
        if (stored.path === null || !isWithin(stored.path, from)) continue;
        stored.path = to + stored.path.slice(from.length);
        stored.name = nameOf(stored.path);
        emit("document:moved", { doc: stored.doc, path: stored.path, name: stored.name });
      }
    },
    /** Files at or below a path are gone. */
    handleRemoval(path: string): void {
      for (const stored of documents.values()) {
        if (stored.path === null || !isWithin(stored.path, path)) continue;
        stored.gone = true;
        emit("document:gone", { doc: stored.doc });
      }
    },
  };
}

import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { countChangedWords } from "../../../core/diff/changed-words";
import { type OfficeFormat, officeFormatOf } from "../../../core/text/format";
import type { ExternalWrites, KnownText, NotedWrite } from "../ports/documents";
import type { StoredFile } from "../ports/file-store";
import type { History } from "../ports/history";
import type { Review } from "../ports/review";
import type { DecodedTexts } from "./decoded-texts";

/** Brings writes of external programs into history and review. */
export type ExternalNotes = {
  /** In the file's queue, with the file as it is. Never rejects. Answers with its text if it is decoded here. */
  note(stored: StoredFile): Promise<string | null>;
};

/** How many entries of a file's history are searched first for the version that the host knows. */
const MAX_ENTRIES = 100;
/** How many files are remembered with what was noted before the host moved on. */
const MAX_NOTED = 100;

/** What was noted of a file while the host still knew the version `knownAs`. */
type Noted = KnownText & { knownAs: string | null };

/** The format of an Office document, or the text of another file. */
type Decoded = { format: OfficeFormat | null; text: string | null };

export function createExternalNotes({
  host,
  history,
  review,
  texts,
  found,
  log,
}: {
  host: ExternalWrites | null;
  history: Pick<History, "list" | "record">;
  review: Pick<Review, "record" | "landed">;
  texts: Pick<DecodedTexts, "open" | "compare" | "textOf" | "projection">;
  /** Gets every write that waits for review, once its edits are pending. */
  found(write: NotedWrite): void;
  log(error: unknown): void;
}): ExternalNotes {
  const noted = new Map<string, Noted>();

  /**
   * What an external program wrote over. Null if there is nothing to note: a Galley process wrote what is there, or the text before is not known. Of an
   * Office document only the version counts.
   */
  async function baseOf({ realPath, version }: StoredFile, known: KnownText): Promise<KnownText | null> {
    const last = noted.get(realPath);
    const isLast = last !== undefined && last.knownAs === known.version;
    if (isLast && last.version === version) return null;
    const [newest] = await history.list(realPath, 1);
    if (newest?.version === version) return null;
    if (isLast) return last;
    // A version that Galley has written over is in the history. What was written on top of it is not the external program's.
    const isOnTop = newest === undefined || newest.version === known.version;
    if (isOnTop || known.version === null || !(await isInHistory(realPath, known.version))) return known;
    if (officeFormatOf(realPath) !== null) return { version: newest.version, text: "" };
    const text = await texts.textOf(newest.version);
    return text === null ? null : { version: newest.version, text };
  }

  async function isInHistory(realPath: string, version: string): Promise<boolean> {
    for (const most of [MAX_ENTRIES, undefined]) {
      const entries = await history.list(realPath, most);
      if (entries.some((entry) => entry.version === version)) return true;
      if (entries.length < MAX_ENTRIES) return false;
    }
    return false;
  }

  /** The texts before and after a write. An Office document is projected only here: that takes a worker process, and most writes are not reviewed. */
  async function textsOf({ bytes, version }: StoredFile, base: KnownText, { format, text }: Decoded) {
    if (format === null) return { before: base.text, after: text ?? "" };
    const before = base.version === null ? "" : await texts.textOf(base.version, format);
    return before === null ? null : { before, after: await texts.projection(bytes, version, format) };
  }

  /** Answers with the file's text, which is null for an Office document. */
  async function record(authors: ExternalWrites, stored: StoredFile, known: KnownText): Promise<string | null> {
    const { realPath, version, bytes } = stored;
    const format = officeFormatOf(realPath);
    const text = format === null ? texts.open(stored, basename(realPath)).document.text : null;
    const base = await baseOf(stored, known);
    if (base === null) return text;
    const { by, isReviewed } = await authors.authorOf({ realPath, from: base.version, to: version });
    const reason = "found on disk";
    const id = randomUUID();
    const compared = isReviewed ? await textsOf(stored, base, { format, text }) : null;
    if (isReviewed && compared === null) return text;
    const write = isReviewed ? review.record({ id, by, reason, isExternal: true }) : null;
    const changes = compared === null ? null : await texts.compare(compared.before, compared.after);
    if (compared !== null && changes !== null)
      await review.landed({
        realPath,
        from: base.version,
        to: version,
        before: compared.before,
        changes,
        write,
        isOffice: format !== null,
      });
    const edit = format === null && compared !== null && changes !== null ? { before: compared.before, changes } : null;
    if (write !== null) found({ id, by, realPath, from: base.version, to: version, edit });
    noted.delete(realPath);
    noted.set(realPath, { knownAs: known.version, version, text: text ?? "" });
    for (const oldest of noted.keys()) {
      if (noted.size <= MAX_NOTED) break;
      noted.delete(oldest);
    }
    const change = compared && changes ? countChangedWords(compared.before, changes) : undefined;
    await history.record({ realPath, bytes, version, by, reason, change });
    return text;
  }

  return {
    async note(stored) {
      const known = host?.known(stored.realPath) ?? null;
      if (host === null || known === null) return null;
      const format = officeFormatOf(stored.realPath);
      if (known.version === stored.version) {
        noted.delete(stored.realPath);
        return format === null ? known.text : null;
      }
      try {
        return await record(host, stored, known);
      } catch (error) {
        log(error);
        return null;
      }
    },
  };
}

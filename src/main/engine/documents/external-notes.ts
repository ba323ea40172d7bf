import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { countChangedWords } from "../../../core/diff/changed-words";
import { officeFormatOf } from "../../../core/text/format";
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

/** How many entries of a file's history are searched for the version that the host knows. */
const MAX_ENTRIES = 100;
/** How many files are remembered with what was noted before the host moved on. */
const MAX_NOTED = 100;

/** What was noted of a file while the host still knew the version `knownAs`. */
type Noted = KnownText & { knownAs: string | null };

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
   * The text that an external program wrote over. Null if nothing is to be noted: a Galley process wrote what is there, or the text before is not
   * known.
   */
  async function baseOf({ realPath, version }: StoredFile, known: KnownText): Promise<KnownText | null> {
    const last = noted.get(realPath);
    const isLast = last !== undefined && last.knownAs === known.version;
    if (isLast && last.version === version) return null;
    const entries = await history.list(realPath, MAX_ENTRIES);
    const [newest] = entries;
    if (newest?.version === version) return null;
    if (isLast) return last;
    const at = entries.findIndex((entry) => entry.version === known.version);
    // A version that Galley has written over is in the history. What was written on top of it is not the external program's.
    if (newest === undefined || at <= 0) return known;
    const text = await texts.textOf(newest.version, officeFormatOf(realPath));
    return text === null ? null : { version: newest.version, text };
  }

  async function record(authors: ExternalWrites, stored: StoredFile, known: KnownText): Promise<string> {
    const { realPath, version, bytes } = stored;
    const format = officeFormatOf(realPath);
    const text =
      format === null
        ? texts.open(stored, basename(realPath)).document.text
        : await texts.projection(bytes, version, format);
    const base = await baseOf(stored, known);
    if (base === null) return text;
    const { by, isReviewed } = await authors.authorOf({ realPath, from: base.version, to: version });
    const reason = "found on disk";
    const id = randomUUID();
    const write = isReviewed ? review.record({ id, by, reason, isExternal: true }) : null;
    const changes = write === null ? null : await texts.compare(base.text, text);
    if (changes !== null)
      await review.landed({
        realPath,
        from: base.version,
        to: version,
        before: base.text,
        changes,
        write,
        isOffice: format !== null,
      });
    if (write !== null) found({ id, by, realPath, from: base.version, to: version });
    noted.delete(realPath);
    noted.set(realPath, { knownAs: known.version, version, text });
    for (const oldest of noted.keys()) {
      if (noted.size <= MAX_NOTED) break;
      noted.delete(oldest);
    }
    const change = changes === null ? undefined : countChangedWords(base.text, changes);
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
        if (format === null) return await record(host, stored, known);
        const text = known.version === null ? "" : await texts.textOf(known.version, format);
        if (text !== null) await record(host, stored, { ...known, text });
        return null;
      } catch (error) {
        log(error);
        return null;
      }
    },
  };
}

import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { DocumentId } from "../../../shared/contract";
import { type LatestFile, latestFile } from "../core/latest-file";
import { t } from "../core/messages";
import { absolutePath, documentId } from "../core/session";
import { setAside } from "../core/stored-json";
import { changesSchema, position, suggestedSchema } from "./requests";

const typedText = { before: z.string(), text: z.string() };
const neighbour = z.string().nullable();
const draftSchema = z.union([
  z.strictObject({
    paragraph: z.string(),
    ...typedText,
    place: z.strictObject({ index: position, previous: neighbour, next: neighbour }).nullable(),
  }),
  z.strictObject({ sheet: z.string(), address: z.string(), ...typedText, place: z.null() }),
]);

const recordSchema = z.object({
  doc: documentId,
  /** Null for a document that was never saved. */
  path: absolutePath.nullable(),
  name: z.string().max(1000),
  base: z.string().max(128),
  /** Only if history does not have the text of `base`: for documents without a file, or if history fails. */
  baseText: z.string().nullable(),
  seq: position,
  changes: changesSchema,
  /** The user's suggestions, as this write. */
  suggested: suggestedSchema,
  encoding: z.string().max(100),
  lineEnding: z.string().max(20),
  /** For an Office document: unsaved texts of its paragraphs and cells, with their positions. `changes` is empty then. */
  drafts: z.array(draftSchema).max(1000).exactOptional(),
});

/** An unsaved paragraph or cell of an Office document. The position is stored because paragraph ids change between runs. */
export type JournaledDraft = z.infer<typeof draftSchema>;

/** The unsaved edits of one document, as stored on disk. */
export type JournalRecord = z.infer<typeof recordSchema>;

/** Unsaved edits, stored outside every workspace: one small file per document, removed once the text is saved. */
export type Journal = {
  /** Records of earlier runs. A damaged file is renamed and reported in `notices`. */
  load(): Promise<{ records: JournalRecord[]; notices: string[] }>;
  /** Resolves once this record, or a newer one of the document, is safe on disk. */
  keep(record: JournalRecord): Promise<void>;
  /** Discards edits up to `seq`, also those that main has not acknowledged yet; all of them if it is null. */
  clear(doc: DocumentId, seq: number | null): Promise<void>;
  /** Resolves when no write is in progress. */
  idle(): Promise<void>;
};

/** The journal in `folder`, which is created when needed. */
export function createJournal(folder: string): Journal {
  const files = new Map<DocumentId, LatestFile>();

  function fileOf(doc: DocumentId): LatestFile {
    const known = files.get(doc);
    if (known) return known;
    const file = latestFile(join(folder, `${doc}.json`));
    files.set(doc, file);
    return file;
  }

  return {
    async load() {
      const records: JournalRecord[] = [];
      const notices: string[] = [];
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") notices.push(t.journalUnseen(folder, error.message));
        return [] as string[];
      });
      for (const name of names.sort()) {
        const path = join(folder, name);
        if (name.startsWith(".") && name.endsWith(".tmp")) await rm(path, { force: true }).catch(() => undefined);
        if (name.startsWith(".") || !name.endsWith(".json")) continue;
        const record = await readRecord(path);
        if (record && `${record.doc}.json` === name) {
          records.push(record);
          files.set(record.doc, latestFile(path));
          continue;
        }
        const aside = await setAside(path);
        notices.push(t.journalDamaged(aside));
      }
      return { records, notices };
    },
    keep: (record) => fileOf(record.doc).set(JSON.stringify(record)),
    async clear(doc) {
      const file = files.get(doc);
      if (!file) return;
      await file.set(null);
    },
    async idle() {
      await Promise.all([...files.values()].map((file) => file.idle()));
    },
  };
}

async function readRecord(path: string): Promise<JournalRecord | null> {
  try {
    const checked = recordSchema.safeParse(JSON.parse(await readFile(path, "utf8")));
    return checked.success ? checked.data : null;
  } catch {
    return null;
  }
}

import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { DocumentId } from "../../../shared/contract";
import { type LatestFile, latestFile } from "../core/latest-file";
import { told } from "../core/messages";
import { absolutePath, documentId } from "../core/session";
import { setAside } from "../core/stored-json";
import { changesSchema, position } from "./typed-schema";

const typedText = { before: z.string(), text: z.string() };
const neighbour = z.string().nullable();
const draftSchema = z.union([
  z.strictObject({
    ...{ paragraph: z.string(), ...typedText },
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
  /** Only where history cannot be relied on for the text of `base`: documents without a file, a history out of order. */
  baseText: z.string().nullable(),
  seq: position,
  changes: changesSchema,
  encoding: z.string().max(100),
  lineEnding: z.string().max(20),
  /** Of an Office document: what is typed in its paragraphs and cells, and where those stood. It has no changes. */
  drafts: z.array(draftSchema).max(1000).exactOptional(),
});

/** A draft of an Office document, with where its paragraph stood: ids are others after the next start. */
export type KeptDraft = z.infer<typeof draftSchema>;

/** What one document's person typed and nobody has saved, as it is kept on the disk. */
export type JournalRecord = z.infer<typeof recordSchema>;

/** Unsaved typing, outside every workspace: one small file a document, gone as soon as the text is saved. */
export type Journal = {
  /** Everything left over from before; a damaged file is set aside and told in a sentence. */
  load(): Promise<{ records: JournalRecord[]; notices: string[] }>;
  /** Resolves once this record, or a newer one of this document, is safe on the disk. */
  keep(record: JournalRecord): Promise<void>;
  /** Main has, or gave up, what was typed up to `seq`, also what it was slow to answer; all of it where that is null. */
  clear(doc: DocumentId, seq: number | null): Promise<void>;
  /** Resolves when nothing is being written any more. */
  settled(): Promise<void>;
};

/** The journal in `folder`, which is made when it is first needed. */
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
        if (error.code !== "ENOENT") notices.push(told.journalUnseen(folder, error.message));
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
        notices.push(told.journalDamaged(aside));
      }
      return { records, notices };
    },
    keep: (record) => fileOf(record.doc).set(JSON.stringify(record)),
    async clear(doc) {
      const file = files.get(doc);
      if (!file) return;
      await file.set(null);
    },
    async settled() {
      await Promise.all([...files.values()].map((file) => file.settled()));
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

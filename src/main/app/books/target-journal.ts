import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { BookPath, TargetDraft } from "../../../shared/book";
import { fileNameFor } from "../../engine/storage";
import { type LatestFile, latestFile } from "../core/latest-file";
import { t } from "../core/messages";
import { absolutePath } from "../core/session";
import { setAside } from "../core/stored-json";
import { targetDraftsSchema } from "./requests";

/** A failed write is retried after this time. */
const RETRY_MS = 2000;

const recordSchema = z.object({
  book: absolutePath,
  window: z.string().min(1).max(64),
  /** ISO 8601. Only decides which of two recovered drafts of a paragraph is shown first. */
  at: z.string().max(40),
  drafts: targetDraftsSchema,
  /**
   * The inode of the book's folder or file, which survives a rename. Without the device number, which may change after
   * a reboot.
   */
  inode: z.string().max(40).exactOptional(),
});

type JournalRecord = z.infer<typeof recordSchema>;
type Drafts = Readonly<Record<string, TargetDraft>>;

/**
 * Unsaved edits of book targets: one small file per window and book, outside every workspace, removed once all are
 * saved.
 */
export type TargetJournal = {
  /** Replaces a window's drafts for a book. Resolves once these, or newer ones, are safe on disk. */
  keep(book: BookPath, window: string, drafts: Drafts): Promise<void>;
  /**
   * Returns the drafts that a window recovers for a book and assigns them to it: its own from before, and those of
   * windows that no longer exist. Of two drafts of one paragraph the newer is returned; the other stays for the next
   * window that asks. Drafts of a book that was renamed follow it if it has the same inode, contains one of their
   * paragraphs (`paragraphs`), and the old path is gone.
   */
  recover(
    book: BookPath,
    window: string,
    exists: (window: string) => boolean,
    paragraphs?: () => Promise<ReadonlyMap<string, unknown>>,
  ): Promise<Drafts>;
  /** The window closed the book: any window may recover its drafts. */
  release(book: BookPath, window: string): void;
  /** Resolves when no write is in progress. */
  idle(): Promise<void>;
};

type Options = {
  /** Reports a damaged file that was renamed. */
  notice(sentence: string): void;
  /** A write failed, or its retry did. */
  failed(error: unknown): void;
};

/** The journal of book targets in `folder`, which is read and created when needed. */
export function createTargetJournal(folder: string, { notice, failed }: Options): TargetJournal {
  const records = new Map<string, JournalRecord>();
  const files = new Map<string, LatestFile>();
  const released = new Set<string>();
  const retries = new Set<string>();
  /** Drafts sent by a window of this run, which may still show the book under its old path. */
  const inUse = new Set<string>();
  let loading: Promise<void> | null = null;

  const nameOf = (book: BookPath, window: string): string => `${fileNameFor(`${window}\0${book}`)}.json`;

  async function load(): Promise<void> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") notice(t.journalUnseen(folder, error.message));
      return [] as string[];
    });
    for (const name of names.sort()) {
      const path = join(folder, name);
      if (name.startsWith(".") && name.endsWith(".tmp")) await rm(path, { force: true }).catch(() => undefined);
      if (name.startsWith(".") || !name.endsWith(".json")) continue;
      const record = await readRecord(path);
      if (record && nameOf(record.book, record.window) === name) records.set(name, record);
      else notice(t.journalDamaged(await setAside(path)));
    }
  }

  const loaded = (): Promise<void> => {
    loading ??= load();
    return loading;
  };

  function set(name: string, record: JournalRecord): void {
    if (Object.keys(record.drafts).length === 0) records.delete(name);
    else records.set(name, record);
  }

  async function write(name: string): Promise<void> {
    const file = files.get(name) ?? latestFile(join(folder, name));
    files.set(name, file);
    const record = records.get(name);
    try {
      await file.set(record ? JSON.stringify(record) : null);
    } catch (error) {
      retryLater(name);
      throw error;
    }
  }

  function retryLater(name: string): void {
    if (retries.has(name)) return;
    retries.add(name);
    setTimeout(() => {
      retries.delete(name);
      write(name).catch(failed);
    }, RETRY_MS).unref();
  }

  /** Records of this book under a path that it no longer has. */
  async function moved(book: BookPath, paragraphs: () => Promise<ReadonlyMap<string, unknown>>): Promise<Set<string>> {
    const others = [...records].filter(([, record]) => record.book !== book && record.inode !== undefined);
    const inode = others.length === 0 ? null : await inodeOf(book);
    const found = new Set<string>();
    for (const [name, record] of others) {
      if (record.inode !== inode || (await inodeOf(record.book)) !== null) continue;
      const there = await paragraphs();
      if (Object.keys(record.drafts).some((paragraph) => there.has(paragraph))) found.add(name);
    }
    return found;
  }

  /** Stores the inode, so that the book is recognized after a rename. */
  async function noteInode(name: string, book: BookPath): Promise<void> {
    const inode = await inodeOf(book);
    const record = records.get(name);
    if (inode !== null && record) records.set(name, { ...record, inode });
  }

  return {
    async keep(book, window, drafts) {
      await loaded();
      const name = nameOf(book, window);
      inUse.add(name);
      if (Object.keys(drafts).length === 0 && !records.has(name)) return;
      // Before anything is awaited, so that drafts stay in order.
      const inode = records.get(name)?.inode;
      set(name, { book, window, at: new Date().toISOString(), drafts, ...(inode === undefined ? {} : { inode }) });
      if (inode === undefined) await noteInode(name, book);
      await write(name);
    },
    async recover(book, window, exists, paragraphs = async () => new Map()) {
      await loaded();
      const former = await moved(book, paragraphs);
      const own = nameOf(book, window);
      released.delete(own);
      const left = [...records]
        .filter(([name, record]) => (record.book === book && name !== own) || former.has(name))
        .filter(([name, { window: by }]) => {
          const isOwn = by === window && !inUse.has(name);
          return released.has(name) || isOwn || !exists(by);
        })
        .sort(([, a], [, b]) => (a.at < b.at ? 1 : -1));
      const drafts: Record<string, TargetDraft> = { ...records.get(own)?.drafts };
      if (left.length === 0) return drafts;
      for (const [name, record] of left) {
        const others: Record<string, TargetDraft> = {};
        for (const [paragraph, draft] of Object.entries(record.drafts)) {
          const known = drafts[paragraph];
          if (known === undefined) drafts[paragraph] = draft;
          else if (known.text !== draft.text || known.language !== draft.language) others[paragraph] = draft;
        }
        set(name, { ...record, drafts: others });
      }
      set(own, { book, window, at: new Date().toISOString(), drafts });
      await noteInode(own, book);
      // The others are written after: a crash in between duplicates a draft but never loses one.
      await write(own);
      await Promise.all(left.map(([name]) => write(name)));
      return drafts;
    },
    release: (book, window) => void released.add(nameOf(book, window)),
    async idle() {
      await Promise.all([...files.values()].map((file) => file.idle()));
    },
  };
}

/** Null if the path does not exist. */
async function inodeOf(path: string): Promise<string | null> {
  const info = await stat(path, { bigint: true }).catch(() => null);
  return info === null ? null : String(info.ino);
}

async function readRecord(path: string): Promise<JournalRecord | null> {
  try {
    const checked = recordSchema.safeParse(JSON.parse(await readFile(path, "utf8")));
    return checked.success ? checked.data : null;
  } catch {
    return null;
  }
}

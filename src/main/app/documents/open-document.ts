import { basename } from "node:path";
import { serialQueue } from "../../../core/async/serial-queue";
import type { DocumentId, DocumentSnapshot, UnsavedEdits, Writer } from "../../../shared/contract";
import type { EntryName } from "../../../shared/library";
import type { OfficeFacts } from "../../../shared/office";
import type { WindowHandle } from "../core/desktop";
import { formatOf } from "../core/file-names";
import type { JournaledDraft } from "./journal";

/** A text at one version, with the encoding and line ending of its file. */
export type TextAt = {
  text: string;
  version: string;
  encoding: string;
  lineEnding: string;
  warnings: string[];
  /** Why it cannot be saved, as a sentence; null if it can. */
  readOnly: string | null;
};

/** A file location: the path that the user knows, and its real path. */
export type FileLocation = { path: string; realPath: string };

const PAST_VERSIONS = 12;
const PAST_CHARACTERS = 24 * 1024 * 1024;

/**
 * An open document in main: the last version seen on disk, earlier versions that the renderer may still use as a base,
 * and the unsaved edits. The renderer's current text is never stored in full.
 */
export class OpenDocument {
  readonly doc: DocumentId;
  /** The window that shows it and receives its events. */
  window: WindowHandle;
  location: FileLocation | null;
  name: string;
  at: TextAt;
  /** Set for an Office document, which has a version but no text here. */
  office: OfficeFacts | null = null;
  /** The library's entry that it shows, which has no file. */
  entry: EntryName | null = null;
  gone = false;
  /** `shown`: the renderer shows a conflict. `met`: main could not save for the user because of a conflict. */
  conflict: "none" | "met" | "shown" = "none";
  /** The last edits from the renderer that are not saved. */
  unsavedEdits: UnsavedEdits | null = null;
  /** The last edits as the renderer sent them; their base may be older than that of `unsavedEdits`. */
  lastSent: UnsavedEdits | null = null;
  /** Unsaved texts of an Office document's paragraphs and cells. */
  drafts: readonly JournaledDraft[] = [];
  /** Drafts recovered after a crash, until the renderer asks for them. */
  recoveredDrafts: readonly JournaledDraft[] = [];
  /** Edits up to this sequence number are saved. */
  savedSeq = 0;
  /** The author of the current version. */
  by: Writer = { kind: "program", name: "another program" };
  /** A save by the user is in progress: the engine's event about it is not an external change. */
  saving = false;
  /**
   * The last save, which the renderer may not know of: `version` contains its edits up to `seq`, possibly merged with
   * others. `texts` maps each version that may still be a base to its text with these edits.
   */
  lastSaved: { seq: number; version: string; texts: ReadonlyMap<string, string> } | null = null;
  /** The inode of the file when last seen; distinguishes a renamed file from a copy. */
  identity: string | null = null;
  /** Closed in the renderer; late operations find nothing to do. */
  closed = false;
  /** Versions whose bytes are known to be in history. */
  readonly inHistory = new Set<string>();

  #past = new Map<string, string>();
  readonly #enqueue = serialQueue();
  #queued = 0;
  readonly #journaling = new Set<Promise<unknown>>();

  constructor(window: WindowHandle, doc: DocumentId, location: FileLocation | null, name: string, at: TextAt) {
    this.window = window;
    this.doc = doc;
    this.location = location;
    this.name = name;
    this.at = at;
  }

  /** Whether an operation is in progress or queued. */
  get isBusy(): boolean {
    return this.#queued > 0;
  }

  /** Runs `work` after all operations queued before it. */
  enqueue<T>(work: () => Promise<T>): Promise<T> {
    this.#queued++;
    return this.#enqueue(work).finally(() => {
      this.#queued--;
    });
  }

  /** Registers a write to the journal that is in progress. */
  trackJournaling<T>(work: Promise<T>): Promise<T> {
    this.#journaling.add(work);
    const done = () => void this.#journaling.delete(work);
    work.then(done, done);
    return work;
  }

  /** Resolves when no write to the journal is in progress. */
  async journaled(): Promise<void> {
    while (this.#journaling.size > 0) await Promise.allSettled(this.#journaling);
  }

  /** The text of `version`, if it is current or still remembered. */
  textOf(version: string): string | null {
    return version === this.at.version ? this.at.text : (this.#past.get(version) ?? null);
  }

  /** Sets the version on disk. */
  moveTo(at: TextAt, by: Writer): void {
    if (at.version !== this.at.version) {
      this.#past.delete(at.version);
      this.#past.set(this.at.version, this.at.text);
      this.#forgetOldest();
    }
    // Back at a text from before the save: edits on it do not build on the save.
    if (this.lastSaved?.texts.has(at.version)) this.lastSaved = null;
    this.at = at;
    this.by = by;
  }

  /** Sets a new location. */
  moveHome(location: FileLocation | null): void {
    this.location = location;
    if (location) this.name = basename(location.path);
    this.gone = false;
  }

  /** A new renderer numbers its edits again: after the unsaved ones, or from 1. */
  startCounting(): void {
    this.savedSeq = this.unsavedEdits ? this.unsavedEdits.seq - 1 : 0;
    this.lastSaved = null;
    this.lastSent = null;
  }

  /** What the renderer needs to show the document: the base text of the unsaved edits, and these edits. */
  snapshot(): DocumentSnapshot {
    const unsaved = this.unsavedEdits
      ? { seq: this.unsavedEdits.seq, changes: this.unsavedEdits.changes, suggested: this.unsavedEdits.suggested }
      : null;
    const base = this.unsavedEdits ? this.textOf(this.unsavedEdits.base) : null;
    return {
      doc: this.doc,
      path: this.location?.path ?? null,
      name: this.name,
      text: base ?? this.at.text,
      version: this.unsavedEdits && base !== null ? this.unsavedEdits.base : this.at.version,
      unsaved: base === null ? null : unsaved,
      format: formatOf(this.location ? this.name : "untitled.md"),
      encoding: this.at.encoding,
      lineEnding: this.at.lineEnding,
      readOnly: this.at.readOnly,
      gone: this.gone,
      warnings: this.at.warnings,
      ...(this.office === null ? {} : { office: this.office }),
      ...(this.entry === null ? {} : { entry: this.entry }),
    };
  }

  /** Drops the oldest versions beyond the limits, but never the base of unsaved edits. */
  #forgetOldest(): void {
    let characters = 0;
    for (const text of this.#past.values()) characters += text.length;
    for (const [version, text] of this.#past) {
      if (this.#past.size <= PAST_VERSIONS && characters <= PAST_CHARACTERS) return;
      if (version === this.unsavedEdits?.base || version === this.lastSent?.base || version === this.at.version)
        continue;
      this.#past.delete(version);
      characters -= text.length;
    }
  }

  /** Remembers a version that was never current here: the base of recovered edits. */
  remember(version: string, text: string): void {
    if (version !== this.at.version) this.#past.set(version, text);
  }
}

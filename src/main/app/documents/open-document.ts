import { basename } from "node:path";
import type { DocumentId, OpenDocument, Typed, Writer } from "../../../shared/contract";
import type { OfficeFacts } from "../../../shared/office";
import type { WindowFace } from "../core/desktop";
import { formatOf } from "../core/file-names";
import type { KeptDraft } from "./journal";

/** A text at one version, with how its file spells it. */
export type TextAt = {
  text: string;
  version: string;
  encoding: string;
  lineEnding: string;
  warnings: string[];
  /** Why it cannot be saved where it is, in words. */
  readOnly: string | null;
};

/** Where a document lives: the path the person knows, and the real one behind it. */
export type Place = { path: string; realPath: string };

const PAST_VERSIONS = 12;
const PAST_CHARACTERS = 24 * 1024 * 1024;

/**
 * One open document as main knows it: the last version it saw on the disk, the versions that the page may still name as
 * its base, and what the page has typed since. The page's own text is never held here as a whole.
 */
export class WorkingCopy {
  readonly doc: DocumentId;
  /** The one window that shows it, and that hears what becomes of it. */
  window: WindowFace;
  place: Place | null;
  name: string;
  at: TextAt;
  /** An Office document: it has no text here, only a version. */
  office: OfficeFacts | null = null;
  gone = false;
  /** `shown`: the page shows it, until it says otherwise. `met`: main could not save for the person, until they could. */
  conflict: "none" | "met" | "shown" = "none";
  /** What the page handed over last and nobody has saved. */
  typed: Typed | null = null;
  /** The same as the page sent it, which may stand on an older base than `typed` does. */
  sent: Typed | null = null;
  /** What is typed in an Office document's paragraphs and cells and not in its file. */
  drafts: readonly KeptDraft[] = [];
  /** The same from before a crash, until the page asks for it. */
  brought: readonly KeptDraft[] = [];
  /** Texts up to this one are on the disk. */
  savedSeq = 0;
  /** Who made the version it is at. */
  by: Writer = { kind: "program", name: "another program" };
  /** A save of the person's own is under way: its echo is not news. */
  saving = false;
  /**
   * What was saved last, of which the page may not have heard: its typing up to `seq` is part of `version`, maybe beside
   * others' words. `texts`: what that typing makes of each version that the page may still stand on.
   */
  lastSaved: { seq: number; version: string; texts: ReadonlyMap<string, string> } | null = null;
  /** Which file on the disk it was when we last saw it there; tells a renamed file from a copy of it. */
  identity: string | null = null;
  /** Closed in the page; late answers find nothing to do. */
  closed = false;
  /** Versions whose bytes history is known to hold. */
  readonly inHistory = new Set<string>();

  #past = new Map<string, string>();
  #turn: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  readonly #keeping = new Set<Promise<unknown>>();

  constructor(window: WindowFace, doc: DocumentId, place: Place | null, name: string, at: TextAt) {
    this.window = window;
    this.doc = doc;
    this.place = place;
    this.name = name;
    this.at = at;
  }

  /** Whether something of this document is under way or waits for its turn. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** Runs `work` after everything of this document that was asked for before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const done = this.#turn.then(work).finally(() => {
      this.#waiting--;
    });
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Notes typing that is on its way to the journal. */
  keeping<T>(work: Promise<T>): Promise<T> {
    this.#keeping.add(work);
    const done = () => void this.#keeping.delete(work);
    work.then(done, done);
    return work;
  }

  /** Resolves when no typing is on its way to the journal any more. */
  async kept(): Promise<void> {
    while (this.#keeping.size > 0) await Promise.allSettled(this.#keeping);
  }

  /** The text of `version`, where it is the present one or still remembered. */
  textOf(version: string): string | null {
    return version === this.at.version ? this.at.text : (this.#past.get(version) ?? null);
  }

  /** The disk is at another version now. */
  moveTo(at: TextAt, by: Writer): void {
    if (at.version !== this.at.version) {
      this.#past.delete(at.version);
      this.#past.set(this.at.version, this.at.text);
      this.#forgetOldest();
    }
    // Back at a text from before the save: typing on that one does not have the save behind it.
    if (this.lastSaved?.texts.has(at.version)) this.lastSaved = null;
    this.at = at;
    this.by = by;
  }

  /** The document lives elsewhere from now on. */
  moveHome(place: Place | null): void {
    this.place = place;
    if (place) this.name = basename(place.path);
    this.gone = false;
  }

  /** A new page counts its texts anew: from what is unsaved, or from 1. */
  startCounting(): void {
    this.savedSeq = this.typed ? this.typed.seq - 1 : 0;
    this.lastSaved = null;
    this.sent = null;
  }

  /** What the page needs to show it: the text that unsaved typing stands on, and that typing. */
  handOut(): OpenDocument {
    const unsaved = this.typed ? { seq: this.typed.seq, base: this.typed.base, changes: this.typed.changes } : null;
    const base = unsaved ? this.textOf(unsaved.base) : null;
    return {
      doc: this.doc,
      path: this.place?.path ?? null,
      name: this.name,
      text: base ?? this.at.text,
      version: unsaved && base !== null ? unsaved.base : this.at.version,
      unsaved: unsaved && base !== null ? { seq: unsaved.seq, changes: unsaved.changes } : null,
      format: formatOf(this.place ? this.name : "untitled.md"),
      encoding: this.at.encoding,
      lineEnding: this.at.lineEnding,
      readOnly: this.at.readOnly,
      gone: this.gone,
      warnings: this.at.warnings,
      ...(this.office === null ? {} : { office: this.office }),
    };
  }

  /** The base of what is unsaved stays, however old; of the others the newest that fit. */
  #forgetOldest(): void {
    let characters = 0;
    for (const text of this.#past.values()) characters += text.length;
    for (const [version, text] of this.#past) {
      if (this.#past.size <= PAST_VERSIONS && characters <= PAST_CHARACTERS) return;
      if (version === this.typed?.base || version === this.sent?.base || version === this.at.version) continue;
      this.#past.delete(version);
      characters -= text.length;
    }
  }

  /** Remembers a text that was never current here: the base of recovered typing. */
  remember(version: string, text: string): void {
    if (version !== this.at.version) this.#past.set(version, text);
  }
}

import { type ChangeDesc, ChangeSet, type Text } from "@codemirror/state";
import type { Change, DocumentChanged, ReviewedWrite, Writer } from "../../shared/contract";
import { spanBefore, tightened, toChangeSet, toChanges } from "./change-sets";
import { type Conflict, grownSpan, keptSpan, united } from "./conflict";
import { differenceOf, mergeSteps } from "./merge-steps";

/** A remote change, ready to be applied. */
export type Arrival = {
  /** From the text in the editor to the text with the change. May be empty. */
  changes: ChangeSet;
  by: Writer;
  /** The pending review of the write, and the file's path; null if there is none. */
  review: { path: string; write: ReviewedWrite } | null;
  /** Every open conflict, by positions after `changes`. */
  conflicts: readonly Conflict[];
  /** The user's text before this change, if it opened the first conflict. */
  mineBefore: Text | null;
};

/** What is sent to main: changes from the text of version `base`. */
export type HandedOver = { base: string; seq: number; changes: Change[] };

/** Edits made over the text before this window existed, and not saved yet. */
type Earlier = { seq: number; changes: readonly Change[] } | null;

type Segment = { seq: number; changes: ChangeSet; after: Text };

/** How many unconfirmed updates are kept apart: at least, and at most, if main answers none of them for a minute. */
const SEGMENTS = { least: 6, most: 200 };

/**
 * The user's unsaved edits over the saved text, and remote changes merged into it. Pure state without timers or I/O: it
 * is told what happened, in any order, and returns what to send and what to show.
 *
 * The editor's text is always `base` → unconfirmed updates → local edits since. During a request to main, and while the
 * user is composing, remote changes wait in a queue; their versions form a chain.
 */
export class Synchroniser {
  #version: string;
  #base: Text;
  #handed: Segment[] = [];
  #typed: ChangeSet;
  #text: Text;
  #seq = 0;
  #handedOver: { version: string; empty: boolean };
  #exchange: "save" | "text" | null = null;
  /** The last update that a save included, and the last that the journal is known to have. */
  #saving = 0;
  #received = 0;
  #held = false;
  /** Only the beginning of the text is loaded. */
  #isPartial: boolean;
  #queue: DocumentChanged[] = [];
  #doubt: Writer | null = null;
  #conflicts: Conflict[] = [];
  #settled = new Map<number, Conflict>();
  #lastConflict = 0;
  /** Since the first open conflict: the version before it, and the changes from there to `base`. */
  #before: { version: string; changes: ChangeSet } | null = null;
  /** The same, for a resolved conflict that can be reopened. */
  #beforeSettled: { version: string; changes: ChangeSet } | null = null;
  readonly #arrived: (arrival: Arrival) => void;

  constructor(
    open: { version: string; text: Text; unsaved: Earlier; isPartial?: boolean },
    arrived: (arrival: Arrival) => void,
  ) {
    this.#isPartial = open.isPartial ?? false;
    this.#version = open.version;
    this.#base = open.text;
    this.#text = open.text;
    this.#handedOver = { version: open.version, empty: true };
    this.#typed = ChangeSet.empty(open.text.length);
    if (!this.#isPartial) this.#takeUp(open.unsaved);
    this.#arrived = arrived;
  }

  /** The text in the editor. */
  get text(): Text {
    return this.#text;
  }

  /** The version that the editor's text is based on, and its text. */
  get base(): { version: string; text: Text } {
    return { version: this.#version, text: this.#base };
  }

  /** The changes from `base` to the text in the editor. */
  get unsaved(): ChangeSet {
    return this.#unsaved();
  }

  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  /** Whether the editor's text differs from the saved one. */
  get isDirty(): boolean {
    if (this.#handed.length === 0) return !this.#typed.empty;
    return !this.#unsaved().empty;
  }

  /** Whether main's journal has edits that are not saved. */
  get isHandedOver(): boolean {
    return this.#handed.length > 0;
  }

  get isExchanging(): boolean {
    return this.#exchange !== null;
  }

  /** Whether remote changes wait for an answer of main, or for the end of a composition. */
  get hasWaiting(): boolean {
    return this.#queue.length > 0;
  }

  /** Whether the versions no longer chain, so that the whole text has to be requested. */
  get isInDoubt(): boolean {
    return this.#doubt !== null && this.#exchange === null && !this.#held && !this.#isPartial;
  }

  /** Whether the whole text is loaded. Until then nothing is edited, sent, saved or merged. */
  get isWhole(): boolean {
    return !this.#isPartial;
  }

  /** Appends loaded text. Returns the changes for the editor. */
  grew(more: Text): ChangeSet {
    const { length } = this.#base;
    return this.#bringIn(ChangeSet.of({ from: length, insert: more }, length));
  }

  /** Replaces everything loaded so far by another beginning of the text. */
  beganAnew(beginning: Text): ChangeSet {
    return this.#bringIn(ChangeSet.of({ from: 0, to: this.#base.length, insert: beginning }, this.#base.length));
  }

  /** Sets the version of a text that is still loading. */
  isOf(version: string): void {
    this.#version = version;
  }

  /**
   * The text is completely loaded, with the recovered draft to apply. Returns the changes for the editor. Call
   * `mergeQueued` for what was written meanwhile.
   */
  completed(unsaved: Earlier): ChangeSet {
    this.#isPartial = false;
    this.#handedOver = { version: this.#version, empty: true };
    return this.#takeUp(unsaved);
  }

  /** Merges what was written while the text was loading, after the editor has applied the changes of `complete`. */
  catchUp(): void {
    this.#pump();
  }

  #bringIn(changes: ChangeSet): ChangeSet {
    if (!this.#isPartial) throw new RangeError("the text is already complete");
    this.#base = changes.apply(this.#base);
    this.#text = this.#base;
    this.#typed = ChangeSet.empty(this.#base.length);
    return changes;
  }

  /** Applies edits that were made before this window existed. */
  #takeUp(unsaved: Earlier): ChangeSet {
    const changes = toChangeSet(unsaved?.changes ?? [], this.#base.length);
    if (!unsaved) return changes;
    this.#text = changes.apply(this.#base);
    this.#seq = unsaved.seq;
    this.#received = unsaved.seq;
    this.#handed = [{ seq: this.#seq, changes, after: this.#text }];
    this.#handedOver.empty = changes.empty;
    this.#typed = ChangeSet.empty(this.#text.length);
    return changes;
  }

  /** The user changed the text (by typing, undo, or resolving a conflict); it is now `text`. */
  edited(changes: ChangeSet, text: Text): void {
    if (this.#isPartial) throw new RangeError("cannot edit: the text is still loading");
    this.#typed = this.#typed.compose(changes);
    this.#text = text;
    this.#conflicts = this.#conflicts.map((conflict) => grownSpan(conflict, changes));
  }

  /** All unsaved edits, if there are new ones since the last update; null if main already has them. */
  handOver(): HandedOver | null {
    if (this.#isPartial) return null;
    const isMoved = this.#handedOver.version !== this.#journalVersion();
    const isWanted = !this.#typed.empty || (isMoved && (this.isDirty || !this.#handedOver.empty));
    return isWanted ? this.#hand("the journal") : null;
  }

  /** Main's journal has all updates up to `seq`; its later answers will not refer to much older ones. */
  received(seq: number): void {
    this.#received = Math.max(this.#received, seq);
  }

  /**
   * Begins a save, which ends with `handleSaved`, `handleStale` or `handleFailed`. Null during another request or
   * conflict.
   */
  beginSave(): HandedOver | null {
    if (this.#isPartial || this.#exchange || this.#conflicts.length > 0) return null;
    return this.#handToSave();
  }

  /** Begins a save to another file, despite conflicts. Ends with `handleSavedElsewhere` or `handleFailed`. */
  beginSaveElsewhere(): HandedOver {
    if (this.#isPartial) throw new RangeError("cannot save: the text is still loading");
    return this.#handToSave();
  }

  /** The updates up to `seq` are on disk. */
  saved(version: string, seq: number): void {
    this.#exchange = null;
    const last = this.#handed.findLastIndex((segment) => segment.seq <= seq);
    const segment = this.#handed[last];
    if (segment) {
      this.#base = segment.after;
      this.#handed = this.#handed.slice(last + 1);
    }
    this.#moved(version);
    if (this.#handed.length === 0) this.#handedOver = { version, empty: true };
    this.#pump();
  }

  /** Saved under another name with the user's text only: conflicts with the old file are gone. */
  savedElsewhere(version: string, seq: number): void {
    this.#queue = [];
    this.#doubt = null;
    this.#conflicts = [];
    this.#before = null;
    this.saved(version, seq);
  }

  /** Somebody else wrote first: their change is merged, or queued while the user is composing. */
  stale(change: DocumentChanged): void {
    this.#exchange = null;
    // If the events of the same writes have already arrived, use them: they also name the writer and which of the
    // user's updates are included.
    if (!this.#leadsTo(change.to)) this.#queue.unshift(change);
    this.#pump();
  }

  /** The request failed, and its updates may be lost: send them to the journal again. */
  failed(): void {
    this.#exchange = null;
    this.#handedOver = { version: "", empty: !this.isDirty };
    this.#pump();
  }

  /** There was no answer, so it is unknown what was saved: request the whole text. */
  lost(): void {
    this.#exchange = null;
    this.#doubt ??= { kind: "program", name: "" };
    this.#pump();
  }

  /** Main reports a remote change. */
  heard(change: DocumentChanged): void {
    this.#queue.push(change);
    this.#pump();
  }

  /** Begins a request of the whole text, which ends with `handleFullText` or `handleFailed`. */
  beginText(): void {
    this.#exchange = "text";
  }

  /** The whole text has been received. */
  told(version: string, whole: string): void {
    this.#exchange = null;
    const by = this.#doubt ?? { kind: "program", name: "" };
    this.#doubt = null;
    if (version !== this.#version) {
      const changes = differenceOf(this.#base, whole);
      this.#land(changes, { to: version, by, includes: null, write: null, realPath: null });
    }
    this.#pump();
  }

  /** The user is composing: queue remote changes from now on. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#pump();
  }

  /**
   * The user resolved a conflict; the text already contains the choice. Returns the conflict, or null if it no longer
   * exists.
   */
  settle(id: number): Conflict | null {
    const conflict = this.#conflicts.find((each) => each.id === id);
    if (!conflict) return null;
    this.#conflicts = this.#conflicts.filter((each) => each.id !== id);
    this.#settled.set(id, conflict);
    if (this.#conflicts.length === 0) {
      this.#beforeSettled = this.#before;
      this.#before = null;
    }
    return conflict;
  }

  /**
   * The user undid a resolution: reopens the conflict at `range`, unless the text has been saved since or is being
   * saved.
   */
  reopen(id: number, span: { from: number; to: number }): boolean {
    const conflict = this.#settled.get(id);
    if (!conflict || this.#exchange) return false;
    this.#settled.delete(id);
    this.#before ??= this.#beforeSettled;
    this.#conflicts = united([...this.#conflicts, { ...conflict, ...span }]);
    return true;
  }

  /** The text of both sides. */
  sides(conflict: Conflict): { mine: string; theirs: string } {
    return {
      mine: this.#text.sliceString(conflict.from, conflict.to),
      theirs: this.#base.sliceString(conflict.baseFrom, conflict.baseTo),
    };
  }

  #unsaved(): ChangeSet {
    return this.#handed.reduceRight((after, { changes }) => changes.compose(after), this.#typed);
  }

  /**
   * While a conflict is open, the journal is based on the version before it, so that the conflict is found again after
   * a crash.
   */
  #journalVersion(): string {
    return this.#before?.version ?? this.#version;
  }

  #handToSave(): HandedOver {
    this.#exchange = "save";
    const handed = this.#hand("a save");
    this.#saving = handed.seq;
    return handed;
  }

  #hand(to: "the journal" | "a save"): HandedOver {
    const before = to === "the journal" ? this.#before : null;
    const version = before?.version ?? this.#version;
    if (!this.#typed.empty || this.#handed.length === 0 || this.#handedOver.version !== version) {
      this.#handed.push({ seq: ++this.#seq, changes: this.#typed, after: this.#text });
      this.#typed = ChangeSet.empty(this.#text.length);
      this.#forgetOld();
    }
    const unsaved = this.#unsaved();
    const changes = before ? before.changes.compose(unsaved) : unsaved;
    this.#handedOver = { version, empty: changes.empty };
    return { base: version, seq: this.#seq, changes: toChanges(changes) };
  }

  /**
   * Merges updates that main received long ago. Later ones stay apart, because main may save any of them for the user.
   * The update of a running save is never merged, because the answer will refer to it.
   */
  #forgetOld(): void {
    const at = this.#handed[0]?.seq === this.#saving ? 1 : 0;
    while (this.#handed.length > SEGMENTS.least) {
      const [first, second] = this.#handed.slice(at);
      if (!first || !second) return;
      if (second.seq > this.#received && this.#handed.length <= SEGMENTS.most) return;
      this.#handed.splice(at, 2, { ...second, changes: first.changes.compose(second.changes) });
    }
  }

  #moved(version: string): void {
    if (version !== this.#version) {
      this.#settled.clear();
      this.#beforeSettled = null;
    }
    this.#version = version;
  }

  /** Whether the queued changes form a chain to a version. */
  #leadsTo(version: string): boolean {
    let at = this.#version;
    for (const { from, to, changes } of this.#queue) {
      if (from !== at || changes === null) continue;
      at = to;
      if (at === version) return true;
    }
    return false;
  }

  #pump(): void {
    while (!this.#isPartial && !this.#exchange && !this.#held && this.#queue.length > 0) {
      const known = this.#queue.findLastIndex((change) => change.to === this.#version);
      if (known >= 0) {
        this.#queue.splice(0, known + 1);
        continue;
      }
      const next = this.#queue.findIndex((change) => change.from === this.#version);
      const change = this.#queue[next];
      const theirs = change && this.#fitting(change);
      if (!theirs) {
        this.#doubt = (change ?? this.#queue.at(-1))?.by ?? null;
        this.#queue = [];
        return;
      }
      this.#queue.splice(0, next + 1);
      this.#land(theirs, change);
    }
  }

  /** The changes of a write to the saved text; null if they are missing or do not fit. */
  #fitting({ changes }: DocumentChanged): ChangeSet | null {
    try {
      return changes && tightened(toChangeSet(changes, this.#base.length), this.#base);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  #land(whole: ChangeSet, change: Pick<DocumentChanged, "to" | "by" | "includes" | "write" | "realPath">): void {
    const { to: version, by, includes, write, realPath } = change;
    const from = this.#version;
    const theirs = includes === null ? whole : this.#takeIn(whole, includes);
    const old = { base: this.#base, text: this.#text, unsaved: this.#unsaved() };
    const merged = mergeSteps(old.base, old.unsaved, theirs);
    const newBase = theirs.apply(old.base);
    const newText = merged.mineToMerged.apply(old.text);

    this.#rebaseSegments(theirs, newBase, merged.theirsToMerged, newText);
    const opened = merged.conflicts.map(({ from, to }): Conflict => {
      const span = spanBefore(merged.theirsToMerged, from, to);
      return { id: ++this.#lastConflict, from, to, baseFrom: span.from, baseTo: span.to, by };
    });
    const mineBefore = opened.length > 0 && this.#conflicts.length === 0 ? old.text : null;
    const open = [...this.#conflicts.map((each) => movedBase(keptSpan(each, merged.mineToMerged), whole)), ...opened];
    this.#base = newBase;
    this.#text = newText;
    this.#moved(version);
    this.#conflicts = united(open).filter((conflict) => {
      const { mine, theirs } = this.sides(conflict);
      return mine !== theirs;
    });
    if (this.#conflicts.length === 0) this.#before = null;
    else if (this.#before) this.#before = { ...this.#before, changes: this.#before.changes.compose(whole) };
    else this.#before = { version: from, changes: whole };
    const review = write !== null && realPath !== null ? { path: realPath, write } : null;
    this.#arrived({ changes: merged.mineToMerged, by, review, conflicts: this.#conflicts, mineBefore });
  }

  /** Main saved for the user: the updates up to `seq` are no longer unsaved. Returns the rest of the change. */
  #takeIn(theirs: ChangeSet, seq: number): ChangeSet {
    const last = this.#handed.findLastIndex((segment) => segment.seq <= seq);
    const segment = this.#handed[last];
    if (!segment) return theirs;
    const included = this.#handed
      .slice(0, last)
      .reduceRight((after, { changes }) => changes.compose(after), segment.changes);
    const target = theirs.apply(this.#base);
    const rest = target.eq(segment.after)
      ? ChangeSet.empty(target.length)
      : tightened(included.invert(this.#base).compose(theirs), segment.after);
    this.#base = segment.after;
    this.#handed = this.#handed.slice(last + 1);
    return rest;
  }

  /**
   * All unsaved edits together decide the merge. The end of each update is mapped by its own merge, so that a later
   * answer can refer to it: main may already have saved any of them for the user.
   */
  #rebaseSegments(theirs: ChangeSet, newBase: Text, unsaved: ChangeSet, text: Text): void {
    const rebased: Segment[] = [];
    let handed = ChangeSet.empty(this.#base.length);
    /** The end of the last update so far, and the changes to it from `newBase`. */
    let at: { way: ChangeSet; text: Text } | null = null;
    const stepTo = (way: ChangeSet) => (at ? tightened(at.way.invert(newBase).compose(way), at.text) : way);
    for (const [index, { seq, changes }] of this.#handed.entries()) {
      handed = handed.compose(changes);
      const isAll = index === this.#handed.length - 1 && this.#typed.empty;
      const way = isAll ? unsaved : mergeSteps(this.#base, handed, theirs).theirsToMerged;
      const after = isAll ? text : way.apply(newBase);
      rebased.push({ seq, changes: stepTo(way), after });
      at = { way, text: after };
    }
    this.#handed = rebased;
    this.#typed = at && this.#typed.empty ? ChangeSet.empty(text.length) : stepTo(unsaved);
  }
}

const movedBase = (conflict: Conflict, theirs: ChangeDesc): Conflict => ({
  ...conflict,
  baseFrom: theirs.mapPos(conflict.baseFrom, -1),
  baseTo: theirs.mapPos(conflict.baseTo, 1),
});

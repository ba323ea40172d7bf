import { type ChangeDesc, ChangeSet, type Text } from "@codemirror/state";
import type { Change, DocumentChanged, ReviewedWrite, Writer } from "../../../shared/contract";
import { rangeBefore, toChangeSet, toChanges, trimmed } from "../text/change-sets";
import { type Conflict, fixedRange, growingRange, mergeOverlapping } from "./conflict";
import { differenceOf, mergeSteps } from "./merge-steps";

/** A remote change, ready to be applied. */
export type RemoteChange = {
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
export type UnsavedUpdate = { base: string; seq: number; changes: Change[] };

/** Edits made over the text before this window existed, and not saved yet. */
type RecoveredDraft = { seq: number; changes: readonly Change[] } | null;

type UnconfirmedUpdate = { seq: number; changes: ChangeSet; after: Text };

/** How many unconfirmed updates are kept apart: at least, and at most, if main answers none of them for a minute. */
const UNCONFIRMED = { least: 6, most: 200 };

/**
 * The user's unsaved edits over the saved text, and remote changes merged into it. Pure state without timers or I/O: it
 * gets events, in any order, and returns what to send and what to show.
 *
 * The editor's text is always `base` → unconfirmed updates → local edits since. During a request to main, and while the
 * user is composing, remote changes wait in a queue; their versions form a chain.
 */
export class Synchroniser {
  #version: string;
  #base: Text;
  #unconfirmed: UnconfirmedUpdate[] = [];
  #localEdits: ChangeSet;
  #text: Text;
  #seq = 0;
  #lastSent: { version: string; empty: boolean };
  #exchange: "save" | "text" | null = null;
  /** The last update that a save included, and the last that the journal is known to have. */
  #savingSeq = 0;
  #receivedSeq = 0;
  #isHeld = false;
  /** Only the beginning of the text is loaded. */
  #isPartial: boolean;
  #queue: DocumentChanged[] = [];
  #desyncedBy: Writer | null = null;
  #conflicts: Conflict[] = [];
  #resolved = new Map<number, Conflict>();
  #lastConflict = 0;
  /** Since the first open conflict: the version before it, and the changes from there to `base`. */
  #beforeConflict: { version: string; changes: ChangeSet } | null = null;
  /** The same, for a resolved conflict that can be reopened. */
  #beforeResolved: { version: string; changes: ChangeSet } | null = null;
  readonly #onRemoteChange: (change: RemoteChange) => void;

  constructor(
    open: { version: string; text: Text; unsaved: RecoveredDraft; isPartial?: boolean },
    onRemoteChange: (change: RemoteChange) => void,
  ) {
    this.#isPartial = open.isPartial ?? false;
    this.#version = open.version;
    this.#base = open.text;
    this.#text = open.text;
    this.#lastSent = { version: open.version, empty: true };
    this.#localEdits = ChangeSet.empty(open.text.length);
    if (!this.#isPartial) this.#restoreDraft(open.unsaved);
    this.#onRemoteChange = onRemoteChange;
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
    if (this.#unconfirmed.length === 0) return !this.#localEdits.empty;
    return !this.#unsaved().empty;
  }

  /** Whether main's journal has edits that are not saved. */
  get hasUnconfirmed(): boolean {
    return this.#unconfirmed.length > 0;
  }

  get isExchanging(): boolean {
    return this.#exchange !== null;
  }

  /** Whether remote changes wait for an answer of main, or for the end of a composition. */
  get hasQueued(): boolean {
    return this.#queue.length > 0;
  }

  /** Whether the versions no longer chain, so that the whole text has to be requested. */
  get isDesynced(): boolean {
    return this.#desyncedBy !== null && this.#exchange === null && !this.#isHeld && !this.#isPartial;
  }

  /** Whether the whole text is loaded. Until then nothing is edited, sent, saved or merged. */
  get isComplete(): boolean {
    return !this.#isPartial;
  }

  /** Appends loaded text. Returns the changes for the editor. */
  append(more: Text): ChangeSet {
    const { length } = this.#base;
    return this.#applyLoaded(ChangeSet.of({ from: length, insert: more }, length));
  }

  /** Replaces everything loaded so far by another beginning of the text. */
  restart(beginning: Text): ChangeSet {
    return this.#applyLoaded(ChangeSet.of({ from: 0, to: this.#base.length, insert: beginning }, this.#base.length));
  }

  /** Sets the version of a text that is still loading. */
  setVersion(version: string): void {
    this.#version = version;
  }

  /**
   * The text is completely loaded, with the recovered draft to apply. Returns the changes for the editor. Call
   * `mergeQueued` for what was written meanwhile.
   */
  complete(unsaved: RecoveredDraft): ChangeSet {
    this.#isPartial = false;
    this.#lastSent = { version: this.#version, empty: true };
    return this.#restoreDraft(unsaved);
  }

  /** Merges what was written while the text was loading, after the editor has applied the changes of `complete`. */
  mergeQueued(): void {
    this.#processQueue();
  }

  #applyLoaded(changes: ChangeSet): ChangeSet {
    if (!this.#isPartial) throw new RangeError("the text is already complete");
    this.#base = changes.apply(this.#base);
    this.#text = this.#base;
    this.#localEdits = ChangeSet.empty(this.#base.length);
    return changes;
  }

  /** Applies edits that were made before this window existed. */
  #restoreDraft(unsaved: RecoveredDraft): ChangeSet {
    const changes = toChangeSet(unsaved?.changes ?? [], this.#base.length);
    if (!unsaved) return changes;
    this.#text = changes.apply(this.#base);
    this.#seq = unsaved.seq;
    this.#receivedSeq = unsaved.seq;
    this.#unconfirmed = [{ seq: this.#seq, changes, after: this.#text }];
    this.#lastSent.empty = changes.empty;
    this.#localEdits = ChangeSet.empty(this.#text.length);
    return changes;
  }

  /** The user changed the text (by typing, undo, or resolving a conflict); it is now `text`. */
  handleEdit(changes: ChangeSet, text: Text): void {
    if (this.#isPartial) throw new RangeError("cannot edit: the text is still loading");
    this.#localEdits = this.#localEdits.compose(changes);
    this.#text = text;
    this.#conflicts = this.#conflicts.map((conflict) => growingRange(conflict, changes));
  }

  /** All unsaved edits, if there are new ones since the last update; null if main already has them. */
  nextUpdate(): UnsavedUpdate | null {
    if (this.#isPartial) return null;
    const isMoved = this.#lastSent.version !== this.#journalBase();
    const isWanted = !this.#localEdits.empty || (isMoved && (this.isDirty || !this.#lastSent.empty));
    return isWanted ? this.#createUpdate("the journal") : null;
  }

  /** Main's journal has all updates up to `seq`; its later answers will not refer to much older ones. */
  confirmReceived(seq: number): void {
    this.#receivedSeq = Math.max(this.#receivedSeq, seq);
  }

  /**
   * Begins a save, which ends with `handleSaved`, `handleStale` or `handleFailed`. Null during another request or
   * conflict.
   */
  beginSave(): UnsavedUpdate | null {
    if (this.#isPartial || this.#exchange || this.#conflicts.length > 0) return null;
    return this.#updateForSave();
  }

  /** Begins a save to another file, despite conflicts. Ends with `handleSavedElsewhere` or `handleFailed`. */
  beginSaveElsewhere(): UnsavedUpdate {
    if (this.#isPartial) throw new RangeError("cannot save: the text is still loading");
    return this.#updateForSave();
  }

  /** The updates up to `seq` are on disk. */
  handleSaved(version: string, seq: number): void {
    this.#exchange = null;
    const last = this.#unconfirmed.findLastIndex((update) => update.seq <= seq);
    const update = this.#unconfirmed[last];
    if (update) {
      this.#base = update.after;
      this.#unconfirmed = this.#unconfirmed.slice(last + 1);
    }
    this.#advanceTo(version);
    if (this.#unconfirmed.length === 0) this.#lastSent = { version, empty: true };
    this.#processQueue();
  }

  /** Saved under another name with the user's text only: conflicts with the old file are gone. */
  handleSavedElsewhere(version: string, seq: number): void {
    this.#queue = [];
    this.#desyncedBy = null;
    this.#conflicts = [];
    this.#beforeConflict = null;
    this.handleSaved(version, seq);
  }

  /** Somebody else wrote first: their change is merged, or queued while the user is composing. */
  handleStale(change: DocumentChanged): void {
    this.#exchange = null;
    // If the events of the same writes have already arrived, use them: they also name the writer and which of the
    // user's updates are included.
    if (!this.#queueReaches(change.to)) this.#queue.unshift(change);
    this.#processQueue();
  }

  /** The request failed, and its updates may be lost: send them to the journal again. */
  handleFailed(): void {
    this.#exchange = null;
    this.#lastSent = { version: "", empty: !this.isDirty };
    this.#processQueue();
  }

  /** There was no answer, so it is unknown what was saved: request the whole text. */
  handleLost(): void {
    this.#exchange = null;
    this.#desyncedBy ??= { kind: "program", name: "" };
    this.#processQueue();
  }

  /** Main reports a remote change. */
  handleRemoteWrite(change: DocumentChanged): void {
    this.#queue.push(change);
    this.#processQueue();
  }

  /** Begins a request of the whole text, which ends with `handleFullText` or `handleFailed`. */
  beginResync(): void {
    this.#exchange = "text";
  }

  /** The whole text has been received. */
  handleFullText(version: string, fullText: string): void {
    this.#exchange = null;
    const by = this.#desyncedBy ?? { kind: "program", name: "" };
    this.#desyncedBy = null;
    if (version !== this.#version) {
      const changes = differenceOf(this.#base, fullText);
      this.#applyRemote(changes, { to: version, by, includes: null, write: null, realPath: null });
    }
    this.#processQueue();
  }

  /** The user is composing: queue remote changes from now on. */
  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#processQueue();
  }

  /**
   * The user resolved a conflict; the text already contains the choice. Returns the conflict, or null if it no longer
   * exists.
   */
  resolve(id: number): Conflict | null {
    const conflict = this.#conflicts.find((each) => each.id === id);
    if (!conflict) return null;
    this.#conflicts = this.#conflicts.filter((each) => each.id !== id);
    this.#resolved.set(id, conflict);
    if (this.#conflicts.length === 0) {
      this.#beforeResolved = this.#beforeConflict;
      this.#beforeConflict = null;
    }
    return conflict;
  }

  /**
   * The user undid a resolution: reopens the conflict at `range`, unless the text has been saved since or is being
   * saved.
   */
  reopen(id: number, span: { from: number; to: number }): boolean {
    const conflict = this.#resolved.get(id);
    if (!conflict || this.#exchange) return false;
    this.#resolved.delete(id);
    this.#beforeConflict ??= this.#beforeResolved;
    this.#conflicts = mergeOverlapping([...this.#conflicts, { ...conflict, ...span }]);
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
    return this.#unconfirmed.reduceRight((after, { changes }) => changes.compose(after), this.#localEdits);
  }

  /**
   * While a conflict is open, the journal is based on the version before it, so that the conflict is found again after
   * a crash.
   */
  #journalBase(): string {
    return this.#beforeConflict?.version ?? this.#version;
  }

  #updateForSave(): UnsavedUpdate {
    this.#exchange = "save";
    const update = this.#createUpdate("a save");
    this.#savingSeq = update.seq;
    return update;
  }

  #createUpdate(to: "the journal" | "a save"): UnsavedUpdate {
    const beforeConflict = to === "the journal" ? this.#beforeConflict : null;
    const version = beforeConflict?.version ?? this.#version;
    if (!this.#localEdits.empty || this.#unconfirmed.length === 0 || this.#lastSent.version !== version) {
      this.#unconfirmed.push({ seq: ++this.#seq, changes: this.#localEdits, after: this.#text });
      this.#localEdits = ChangeSet.empty(this.#text.length);
      this.#mergeOldUpdates();
    }
    const unsaved = this.#unsaved();
    const changes = beforeConflict ? beforeConflict.changes.compose(unsaved) : unsaved;
    this.#lastSent = { version, empty: changes.empty };
    return { base: version, seq: this.#seq, changes: toChanges(changes) };
  }

  /**
   * Merges updates that main received long ago. Later ones stay apart, because main may save any of them for the user.
   * The update of a running save is never merged, because the answer will refer to it.
   */
  #mergeOldUpdates(): void {
    const at = this.#unconfirmed[0]?.seq === this.#savingSeq ? 1 : 0;
    while (this.#unconfirmed.length > UNCONFIRMED.least) {
      const [first, second] = this.#unconfirmed.slice(at);
      if (!first || !second) return;
      if (second.seq > this.#receivedSeq && this.#unconfirmed.length <= UNCONFIRMED.most) return;
      this.#unconfirmed.splice(at, 2, { ...second, changes: first.changes.compose(second.changes) });
    }
  }

  #advanceTo(version: string): void {
    if (version !== this.#version) {
      this.#resolved.clear();
      this.#beforeResolved = null;
    }
    this.#version = version;
  }

  /** Whether the queued changes form a chain to a version. */
  #queueReaches(version: string): boolean {
    let at = this.#version;
    for (const { from, to, changes } of this.#queue) {
      if (from !== at || changes === null) continue;
      at = to;
      if (at === version) return true;
    }
    return false;
  }

  #processQueue(): void {
    while (!this.#isPartial && !this.#exchange && !this.#isHeld && this.#queue.length > 0) {
      const known = this.#queue.findLastIndex((change) => change.to === this.#version);
      if (known >= 0) {
        this.#queue.splice(0, known + 1);
        continue;
      }
      const next = this.#queue.findIndex((change) => change.from === this.#version);
      const change = this.#queue[next];
      const theirs = change && this.#validChanges(change);
      if (!theirs) {
        this.#desyncedBy = (change ?? this.#queue.at(-1))?.by ?? null;
        this.#queue = [];
        return;
      }
      this.#queue.splice(0, next + 1);
      this.#applyRemote(theirs, change);
    }
  }

  /** The changes of a write to the saved text; null if they are missing or do not fit. */
  #validChanges({ changes }: DocumentChanged): ChangeSet | null {
    try {
      return changes && trimmed(toChangeSet(changes, this.#base.length), this.#base);
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  #applyRemote(
    theirChanges: ChangeSet,
    change: Pick<DocumentChanged, "to" | "by" | "includes" | "write" | "realPath">,
  ): void {
    const { to: version, by, includes, write, realPath } = change;
    const from = this.#version;
    const theirs = includes === null ? theirChanges : this.#confirmIncluded(theirChanges, includes);
    const old = { base: this.#base, text: this.#text, unsaved: this.#unsaved() };
    const merged = mergeSteps(old.base, old.unsaved, theirs);
    const newBase = theirs.apply(old.base);
    const newText = merged.mineToMerged.apply(old.text);

    this.#rebaseUpdates(theirs, newBase, merged.theirsToMerged, newText);
    const opened = merged.conflicts.map(({ from, to }): Conflict => {
      const span = rangeBefore(merged.theirsToMerged, from, to);
      return { id: ++this.#lastConflict, from, to, baseFrom: span.from, baseTo: span.to, by };
    });
    const mineBefore = opened.length > 0 && this.#conflicts.length === 0 ? old.text : null;
    const open = [
      ...this.#conflicts.map((each) => movedBase(fixedRange(each, merged.mineToMerged), theirChanges)),
      ...opened,
    ];
    this.#base = newBase;
    this.#text = newText;
    this.#advanceTo(version);
    this.#conflicts = mergeOverlapping(open).filter((conflict) => {
      const { mine, theirs } = this.sides(conflict);
      return mine !== theirs;
    });
    if (this.#conflicts.length === 0) this.#beforeConflict = null;
    else if (this.#beforeConflict)
      this.#beforeConflict = { ...this.#beforeConflict, changes: this.#beforeConflict.changes.compose(theirChanges) };
    else this.#beforeConflict = { version: from, changes: theirChanges };
    const review = write !== null && realPath !== null ? { path: realPath, write } : null;
    this.#onRemoteChange({ changes: merged.mineToMerged, by, review, conflicts: this.#conflicts, mineBefore });
  }

  /** Main saved for the user: the updates up to `seq` are no longer unsaved. Returns the rest of the change. */
  #confirmIncluded(theirs: ChangeSet, seq: number): ChangeSet {
    const last = this.#unconfirmed.findLastIndex((update) => update.seq <= seq);
    const update = this.#unconfirmed[last];
    if (!update) return theirs;
    const included = this.#unconfirmed
      .slice(0, last)
      .reduceRight((after, { changes }) => changes.compose(after), update.changes);
    const target = theirs.apply(this.#base);
    const rest = target.eq(update.after)
      ? ChangeSet.empty(target.length)
      : trimmed(included.invert(this.#base).compose(theirs), update.after);
    this.#base = update.after;
    this.#unconfirmed = this.#unconfirmed.slice(last + 1);
    return rest;
  }

  /**
   * All unsaved edits together decide the merge. The end of each update is mapped by its own merge, so that a later
   * answer can refer to it: main may already have saved any of them for the user.
   */
  #rebaseUpdates(theirs: ChangeSet, newBase: Text, unsaved: ChangeSet, text: Text): void {
    const rebased: UnconfirmedUpdate[] = [];
    let sent = ChangeSet.empty(this.#base.length);
    /** The end of the last update so far, and the changes to it from `newBase`. */
    let at: { way: ChangeSet; text: Text } | null = null;
    const stepTo = (way: ChangeSet) => (at ? trimmed(at.way.invert(newBase).compose(way), at.text) : way);
    for (const [index, { seq, changes }] of this.#unconfirmed.entries()) {
      sent = sent.compose(changes);
      const isAll = index === this.#unconfirmed.length - 1 && this.#localEdits.empty;
      const way = isAll ? unsaved : mergeSteps(this.#base, sent, theirs).theirsToMerged;
      const after = isAll ? text : way.apply(newBase);
      rebased.push({ seq, changes: stepTo(way), after });
      at = { way, text: after };
    }
    this.#unconfirmed = rebased;
    this.#localEdits = at && this.#localEdits.empty ? ChangeSet.empty(text.length) : stepTo(unsaved);
  }
}

const movedBase = (conflict: Conflict, theirs: ChangeDesc): Conflict => ({
  ...conflict,
  baseFrom: theirs.mapPos(conflict.baseFrom, -1),
  baseTo: theirs.mapPos(conflict.baseTo, 1),
});

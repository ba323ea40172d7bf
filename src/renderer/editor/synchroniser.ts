import { type ChangeDesc, ChangeSet, type Text } from "@codemirror/state";
import type { Change, DocumentChanged, ReviewedWrite, Writer } from "../../shared/contract";
import { spanBefore, tightened, toChangeSet, toChanges } from "./change-sets";
import { type Conflict, grownSpan, keptSpan, united } from "./conflict";
import { differenceOf, mergeSteps } from "./merge-steps";

/** Somebody else's write, ready for the page. */
export type Arrival = {
  /** From the text in the page to the text with the write in it. May be empty. */
  changes: ChangeSet;
  by: Writer;
  /** What it waits for review as, and where; null where it does not. */
  review: { path: string; write: ReviewedWrite } | null;
  /** Every open conflict, in the text after `changes`. */
  conflicts: readonly Conflict[];
  /** The person's text before, where this write opened the first conflict. */
  mineBefore: Text | null;
};

/** What goes to main: spans from the text of version `base`. */
export type HandedOver = { base: string; seq: number; changes: Change[] };

/** What was typed over a text before, and that no save has taken. */
type Earlier = { seq: number; changes: readonly Change[] } | null;

type Segment = { seq: number; changes: ChangeSet; after: Text };

/** As many hand-overs are told apart at least; and at most, where main hears of none of them for a minute. */
const SEGMENTS = { least: 6, most: 200 };

/**
 * The person's unsaved typing over the saved text, and everybody else's writes merged into it. Pure bookkeeping
 * without timers or messages: it is told what happened, in any order, and says what to send and what to show.
 *
 * The text in the page is always `base` → the segments handed over to main → what was typed since. While an exchange
 * with main is under way, and while the person composes, others' writes wait in a queue; versions chain them.
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
  /** The last text that a save has taken along, and the last that the journal is known to have. */
  #saving = 0;
  #received = 0;
  #held = false;
  /** Only the beginning of the text is here. */
  #isPartial: boolean;
  #queue: DocumentChanged[] = [];
  #doubt: Writer | null = null;
  #conflicts: Conflict[] = [];
  #settled = new Map<number, Conflict>();
  #lastConflict = 0;
  /** Since the first open conflict: the version before it, and the way from there to `base`. */
  #before: { version: string; changes: ChangeSet } | null = null;
  /** The same, for a conflict that is settled and may be opened again. */
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

  /** The text in the page. */
  get text(): Text {
    return this.#text;
  }

  /** The version that the page's text starts from, and its text. */
  get base(): { version: string; text: Text } {
    return { version: this.#version, text: this.#base };
  }

  /** The way from `base` to the text in the page. */
  get unsaved(): ChangeSet {
    return this.#unsaved();
  }

  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  /** Whether the page's text is not what is saved. */
  get isDirty(): boolean {
    if (this.#handed.length === 0) return !this.#typed.empty;
    return !this.#unsaved().empty;
  }

  /** Whether main's journal holds something that no save has taken from it. */
  get isHandedOver(): boolean {
    return this.#handed.length > 0;
  }

  get isExchanging(): boolean {
    return this.#exchange !== null;
  }

  /** Whether writes of others wait: for an answer of main, or for the end of a composition. */
  get hasWaiting(): boolean {
    return this.#queue.length > 0;
  }

  /** Whether the versions stopped chaining: the whole text has to be asked for. */
  get isInDoubt(): boolean {
    return this.#doubt !== null && this.#exchange === null && !this.#held && !this.#isPartial;
  }

  /** Whether all of the text is here. Until then nothing is typed, handed over, saved or merged. */
  get isWhole(): boolean {
    return !this.#isPartial;
  }

  /** More of the text has arrived. Answers with what that changes in the page. */
  grew(more: Text): ChangeSet {
    const { length } = this.#base;
    return this.#bringIn(ChangeSet.of({ from: length, insert: more }, length));
  }

  /** What was taken for the beginning of the text is not: it begins like this. */
  beganAnew(beginning: Text): ChangeSet {
    return this.#bringIn(ChangeSet.of({ from: 0, to: this.#base.length, insert: beginning }, this.#base.length));
  }

  /** Until all is here, what has come is of this version. */
  isOf(version: string): void {
    this.#version = version;
  }

  /**
   * All of the text is here, and with it what was typed over it earlier: answers with what that changes in the page. What
   * was written meanwhile waits for `catchUp`.
   */
  completed(unsaved: Earlier): ChangeSet {
    this.#isPartial = false;
    this.#handedOver = { version: this.#version, empty: true };
    return this.#takeUp(unsaved);
  }

  /** Merges what was written while the text arrived; the page has taken in what `completed` answered. */
  catchUp(): void {
    this.#pump();
  }

  #bringIn(changes: ChangeSet): ChangeSet {
    if (!this.#isPartial) throw new RangeError("the text is whole");
    this.#base = changes.apply(this.#base);
    this.#text = this.#base;
    this.#typed = ChangeSet.empty(this.#base.length);
    return changes;
  }

  /** What was typed over the text before this page was there. */
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

  /** The person changed the text (typing, undo, a hunk settled), which is now `text`. */
  edited(changes: ChangeSet, text: Text): void {
    if (this.#isPartial) throw new RangeError("nothing is typed in half a text");
    this.#typed = this.#typed.compose(changes);
    this.#text = text;
    this.#conflicts = this.#conflicts.map((conflict) => grownSpan(conflict, changes));
  }

  /** What was typed since the last time, with all before it; null where main has it already. */
  handOver(): HandedOver | null {
    if (this.#isPartial) return null;
    const isMoved = this.#handedOver.version !== this.#journalVersion();
    const isWanted = !this.#typed.empty || (isMoved && (this.isDirty || !this.#handedOver.empty));
    return isWanted ? this.#hand("the journal") : null;
  }

  /** Main's journal has what was handed over up to `seq`: it will not speak of what came long before. */
  received(seq: number): void {
    this.#received = Math.max(this.#received, seq);
  }

  /** Begins a save, which ends with `saved`, `stale` or `failed`. Null while another exchange or a conflict is open. */
  beginSave(): HandedOver | null {
    if (this.#isPartial || this.#exchange || this.#conflicts.length > 0) return null;
    return this.#handToSave();
  }

  /** Begins a save to another file, conflict or not, which ends with `savedElsewhere` or `failed`. */
  beginSaveElsewhere(): HandedOver {
    if (this.#isPartial) throw new RangeError("half a text is not saved");
    return this.#handToSave();
  }

  /** What was handed over up to `seq` is on disk. */
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

  /** Saved under another name, where the person's text is all there is: conflicts with the old file are over. */
  savedElsewhere(version: string, seq: number): void {
    this.#queue = [];
    this.#doubt = null;
    this.#conflicts = [];
    this.#before = null;
    this.saved(version, seq);
  }

  /** Somebody else had written: their change is merged, unless the person composes, then it waits. */
  stale(change: DocumentChanged): void {
    this.#exchange = null;
    // The events of the same writes, if they are here already, know better who wrote and what of the person's text is
    // part of them.
    if (!this.#leadsTo(change.to)) this.#queue.unshift(change);
    this.#pump();
  }

  /** The exchange came to nothing. What went with it may not have been kept: the journal is told again. */
  failed(): void {
    this.#exchange = null;
    this.#handedOver = { version: "", empty: !this.isDirty };
    this.#pump();
  }

  /** No answer came: nobody knows what was done, so the whole text is asked for. */
  lost(): void {
    this.#exchange = null;
    this.#doubt ??= { kind: "program", name: "" };
    this.#pump();
  }

  /** Main tells of a write. */
  heard(change: DocumentChanged): void {
    this.#queue.push(change);
    this.#pump();
  }

  /** Begins asking for the whole text, which ends with `told` or `failed`. */
  beginText(): void {
    this.#exchange = "text";
  }

  /** The whole text, as asked for. */
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

  /** Writes of others wait from now on: the person composes. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#pump();
  }

  /** The person has chosen; what they chose is in the text already. Answers with the conflict, null where it is gone. */
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

  /** The choice is undone; the conflict is open again at `span`, unless the text has been saved since, or is being. */
  reopen(id: number, span: { from: number; to: number }): boolean {
    const conflict = this.#settled.get(id);
    if (!conflict || this.#exchange) return false;
    this.#settled.delete(id);
    this.#before ??= this.#beforeSettled;
    this.#conflicts = united([...this.#conflicts, { ...conflict, ...span }]);
    return true;
  }

  /** The words of both sides. */
  sides(conflict: Conflict): { mine: string; theirs: string } {
    return {
      mine: this.#text.sliceString(conflict.from, conflict.to),
      theirs: this.#base.sliceString(conflict.baseFrom, conflict.baseTo),
    };
  }

  #unsaved(): ChangeSet {
    return this.#handed.reduceRight((after, { changes }) => changes.compose(after), this.#typed);
  }

  /** While a conflict is open the journal starts before it, so that after a crash it is found again. */
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
   * What main has had for long is one segment. What it may not have heard of yet is not: it could save any of it for the
   * person. Where a save that is under way ends is never forgotten, however long it takes: its answer speaks of that place.
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

  /** Whether the writes that wait lead, one from the other, to a version. */
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

  /** The spans of a write to the saved text; null where there are none, or they do not fit it. */
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

  /** Main saved for the person: what was typed up to `seq` is no longer unsaved. Answers with what else was written. */
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
   * The whole of the unsaved typing decides the merge. Where each hand-over ended is carried along by a merge of its own,
   * so that a later answer still finds what it speaks of: a main that is ahead may have saved any of them for the person.
   */
  #rebaseSegments(theirs: ChangeSet, newBase: Text, unsaved: ChangeSet, text: Text): void {
    const rebased: Segment[] = [];
    let handed = ChangeSet.empty(this.#base.length);
    /** Where the last segment so far ends, and the way there from `newBase`. */
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

import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { difference } from "../../../core/diff/difference";
import { addAgentEdits, followEdits } from "../../../core/review/follow-edits";
import { packEdits, unpackEdits } from "../../../core/review/packed-edits";
import {
  editRanges,
  hunksIn,
  keepHunks,
  listHunks,
  type PendingEdits,
  undoHunks,
} from "../../../core/review/pending-edits";
import { textOf, USER } from "../../../core/review/runs";
import type { Change } from "../../../core/text/change";
import { applyChanges, shifted } from "../../../core/text/change";
import type { Argument, DocumentSnapshot, ReviewedWrite } from "../../../shared/contract";
import { FakeMain } from "../../testing/fake-main.fixture";
import { presentReview } from "./review-extension";
import { draw } from "./review-marks";
import { reviewIn, reviewState, setReview } from "./review-state";

const you = { kind: "you" as const, name: "you" };

/** Main with pending edits, by the same rules as the store. */
class ReviewingMain extends FakeMain {
  pending: PendingEdits = [];
  writes: ReviewedWrite[] = [];
  #written: Change[] = [];

  constructor(text: string, open: Partial<DocumentSnapshot> = {}) {
    super(text, open);
  }

  #text(text: string) {
    return { slice: (from: number, to: number) => text.slice(from, to), agentOf: () => "Claude" };
  }

  override put(text: string, followed?: Argument<"document:save">["followed"]): void {
    const before = this.disk;
    super.put(text);
    const seen = followed && unpackEdits(followed.pending, text);
    if (this.reviewedWrite)
      this.pending = addAgentEdits(this.pending, this.#text(before), this.#written, this.reviewedWrite.id);
    else if (seen) this.pending = seen;
    else this.pending = followEdits(this.pending, this.#text(before), difference(before, text)).pending;
  }

  agent(change: Change): void {
    this.reviewedWrite = {
      id: `w${this.writes.length}`,
      by: "Claude",
      reason: "patch",
      at: `2026-01-01T00:00:0${this.writes.length % 10}Z`,
    };
    this.writes.push(this.reviewedWrite);
    const { from, to, insert } = change;
    // As the editor receives it: only what really changes.
    this.#written = difference(this.disk.slice(from, to), insert).map((part) => shifted(part, from));
    this.splice(change);
    this.reviewedWrite = null;
  }

  undo(hunks: readonly string[]): void {
    const { disk } = this;
    const { changes, pending } = undoHunks(this.pending, hunks);
    for (const change of changes.toReversed()) this.splice(change, "notified", you);
    if (this.disk !== disk) this.pending = pending;
  }

  notify(kind: "news" | "check" = "check"): void {
    const { version, writes } = this;
    const pending = packEdits(this.pending);
    this.editor.handleEvent("document:review", {
      doc: "d1",
      path: "/real/letter.md",
      version,
      pending,
      writes: [...writes],
      kind,
    });
  }

  get pendingEdits(): PendingEdits {
    return this.editor.$review.get()?.pending ?? [];
  }

  /** Everything is saved, and main has reported the pending edits. */
  async idle(): Promise<PendingEdits> {
    await this.editor.flush();
    this.notify();
    await new Promise((done) => setTimeout(done));
    return this.pendingEdits;
  }
}

/** The text with all pending edits undone, which says more than how they are split into hunks. */
const withoutHunks = ({ editor, pendingEdits }: ReviewingMain): string =>
  applyChanges(editor.text(), undoHunks(pendingEdits, hunksIn(pendingEdits), "with the user's words").changes);

describe("a pending edit", () => {
  test("is pending with the agent's write itself, before main reports it", () => {
    const main = new ReviewingMain("one two three\n");
    main.agent({ from: 4, to: 7, insert: "TWO" });
    expect(main.editor.$review.get()?.hunks).toMatchObject([{ from: 4, to: 7, parts: [{ removed: "two" }] }]);
    expect(main.pendingEdits).toEqual(main.pending);
  });

  test("is what main reports, mapped through unsaved edits", async () => {
    const main = new ReviewingMain("one TWO three\n");
    main.pending = [4, { hunk: "w.0", accepted: [{ text: "two", by: "w" }], now: [{ text: "TWO", by: "w" }] }];
    main.type(0, "zero ");
    main.notify("news");
    expect(main.editor.$review.get()?.hunks).toMatchObject([{ from: 9, to: 12, parts: [{ removed: "two" }] }]);
    expect(await main.idle()).toEqual(main.pending);
  });

  test("disappears with undo of the agent's write and returns with redo, with or without a save in between", async () => {
    for (const isSaved of [true, false]) {
      const main = new ReviewingMain("we meet on Monday.\n");
      main.agent({ from: 11, to: 17, insert: "Tuesday" });
      const waited = main.pendingEdits;
      main.editor.run("undo");
      expect(main.editor.text()).toBe("we meet on Monday.\n");
      expect(main.pendingEdits).toEqual([]);
      if (isSaved) expect(await main.idle()).toEqual([]);
      main.editor.run("redo");
      expect(main.pendingEdits).toEqual(waited);
      expect(await main.idle()).toEqual(waited);
      expect(main.pending).toEqual(waited);
    }
  });

  test("returns when undoing a hunk is undone", async () => {
    const main = new ReviewingMain("the quick brown fox\n");
    main.agent({ from: 4, to: 15, insert: "slow red" });
    const waited = await main.idle();
    main.undo(hunksIn(main.pending));
    expect(main.editor.text()).toBe("the quick brown fox\n");
    expect(main.pendingEdits).toEqual([]);
    main.editor.run("undo");
    expect(main.editor.text()).toBe("the slow red fox\n");
    expect(main.pendingEdits).toEqual(waited);
    expect(await main.idle()).toEqual(waited);
  });

  test("is saved at once when the user's undo changes the number of pending hunks", async () => {
    const main = new ReviewingMain("one two three\n");
    main.agent({ from: 4, to: 7, insert: "TWO" });
    main.editor.run("undo");
    await new Promise((done) => setTimeout(done));
    expect(main.pending).toEqual([]);
    expect(main.disk).toBe("one two three\n");
  });

  test("is no longer pending once the user keeps it, whatever is undone and redone afterwards", async () => {
    const main = new ReviewingMain("one two three\n");
    main.agent({ from: 4, to: 7, insert: "TWO" });
    const hunks = hunksIn(main.pending);
    main.pending = keepHunks(main.pending, hunks);
    main.editor.keepHunks(hunks);
    expect(main.pendingEdits).toEqual([]);
    main.editor.run("undo");
    main.editor.run("redo");
    expect(main.editor.text()).toBe("one TWO three\n");
    expect(await main.idle()).toEqual([]);
  });

  test("is restored when typing that equalled an accepted word is undone", () => {
    const main = new ReviewingMain("# One\n\ntwo words\n");
    main.agent({ from: 0, to: 6, insert: "X" });
    const waited = main.pendingEdits;
    main.type(0, "\n");
    main.editor.run("undo");
    expect(main.editor.text()).toBe("X\ntwo words\n");
    expect(main.pendingEdits).toEqual(waited);
  });

  test("is restored when an agent's write that included an earlier one is undone and redone", () => {
    const main = new ReviewingMain("# One\n\ntwo words\n");
    main.agent({ from: 0, to: 2, insert: "word\n" });
    const first = main.pendingEdits;
    main.agent({ from: 0, to: 9, insert: "word\n" });
    const second = main.pendingEdits;
    main.editor.run("undo");
    expect(main.pendingEdits).toEqual(first);
    main.editor.run("redo");
    expect(main.pendingEdits).toEqual(second);
  });

  test("does not include what the user undid once an agent has written over it", async () => {
    const main = new ReviewingMain("# One\n\ntwo words\n");
    main.agent({ from: 0, to: 5, insert: "" });
    main.editor.run("undo");
    await main.idle();
    main.agent({ from: 0, to: 6, insert: "X" });
    main.editor.run("redo");
    expect(hunksIn(main.pendingEdits)).toEqual(["w1.0"]);
    expect(await main.idle()).toEqual(main.pending);
  });

  test("is reported to main if the text is saved again but the review differs", async () => {
    const main = new ReviewingMain("# One\n\ntwo words\n");
    main.agent({ from: 0, to: 6, insert: "X" });
    main.type(0, "\n");
    main.type(0, "", 1);
    expect(main.editor.text()).toBe(main.disk);
    const pendingEdits = main.pendingEdits;
    expect(pendingEdits).not.toEqual(main.pending);
    expect(await main.idle()).toEqual(pendingEdits);
    expect(main.pending).toEqual(pendingEdits);
  });

  test("is the same in main whenever everything is saved, whoever writes in which order", async () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("type" as const),
        at: place,
        length: fc.nat(3),
        insert: fc.constantFrom("a", "字 ", "\n", "", "s"),
      }),
      fc.record({
        kind: fc.constant("agent" as const),
        at: place,
        length: fc.nat(9),
        insert: fc.constantFrom("X", "word\n", "两", "", "new words"),
      }),
      fc.record({
        kind: fc.constantFrom(...(["save", "tell", "keep", "undo hunk", "undo", "undo", "redo"] as const)),
        at: place,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const main = new ReviewingMain("# One\n\ntwo words and more\n\nthe last line\n");
        for (const each of steps) {
          if (each.kind === "type") {
            const text = main.editor.text();
            const from = Math.floor(each.at * text.length);
            main.type(from, each.insert, Math.min(text.length, from + each.length));
          } else if (each.kind === "agent") {
            // A tool sees what was typed: the editor has sent it.
            await main.editor.flush();
            const from = Math.floor(each.at * main.disk.length);
            main.agent({ from, to: Math.min(main.disk.length, from + each.length), insert: each.insert });
          } else if (each.kind === "save") await main.editor.flush();
          else if (each.kind === "tell") main.notify();
          else if (each.kind === "undo" || each.kind === "redo") {
            main.editor.run(each.kind);
            // Each key is its own task: its save is in progress before the next one.
            await new Promise((done) => setImmediate(done));
          } else {
            await main.editor.flush();
            const hunks = hunksIn(main.pending);
            const hunk = hunks[Math.floor(each.at * hunks.length)];
            if (hunk === undefined) continue;
            if (each.kind === "undo hunk") main.undo([hunk]);
            else {
              main.pending = keepHunks(main.pending, [hunk]);
              main.editor.keepHunks([hunk]);
            }
          }
        }
        const [hunks, undone] = [hunksIn(main.pendingEdits), withoutHunks(main)];
        expect(await main.idle()).toEqual(main.pending);
        expect(hunksIn(main.pendingEdits)).toEqual(hunks);
        expect(withoutHunks(main)).toBe(undone);
        expect(main.editor.text()).toBe(main.disk);
        expect(main.editor.$review.get()?.hunks ?? []).toEqual(listHunks(main.pending));
      }),
      process.env["GALLEY_LONG"] ? { numRuns: 4000 } : { numRuns: 150, seed: 20_261_122 },
    );
  }, 600_000);
});

describe("the review marks", () => {
  const marked = (text: string, changes: Change[]) => {
    const before = { slice: (from: number, to: number) => text.slice(from, to), agentOf: () => "Claude" };
    const pending = addAgentEdits([], before, changes, "w");
    const after = applyChanges(text, changes);
    const writes = [{ id: "w", by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" }];
    const start = EditorState.create({ doc: after, extensions: reviewState() });
    const review = pending.length === 0 ? null : { path: "/a.md", pending, hunks: listHunks(pending), writes };
    const presented = start.update(presentReview(start) ?? {}).state;
    const { state } = presented.update({ effects: setReview.of(review) });
    return { state, pending };
  };

  test("are on every inserted character and no other, and at every position of removed text", () => {
    const change = fc.record({
      at: fc.nat(60),
      length: fc.nat(12),
      insert: fc.constantFrom("", "neu", "a\nb\n\nc", "字", "\n"),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 4 }), (wanted) => {
        const text = "# One\n\nsome words in a line\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nend\n";
        let end = 0;
        const changes = wanted
          .sort((a, b) => a.at - b.at)
          .flatMap(({ at, length, insert }) => {
            const from = Math.max(end, Math.min(at, text.length));
            const to = Math.min(text.length, from + length);
            end = to + 1;
            return from <= text.length && (to > from || insert !== "") ? [{ from, to, insert }] : [];
          });
        const { state, pending } = marked(text, changes);
        const put = new Set<number>();
        const gone: [number, string][] = [];
        for (const { edit, from, to } of editRanges(pending)) {
          if (edit.accepted.length > 0) gone.push([from, textOf(edit.accepted)]);
          expect(edit.now.some(({ by }) => by === USER)).toBe(false);
          for (let next = from; next < to; next++) if (state.sliceDoc(next, next + 1) !== "\n") put.add(next);
        }
        const found = new Set<number>();
        const widgets: [number, string][] = [];
        if (reviewIn(state))
          draw(state, [{ from: 0, to: state.doc.length }]).between(0, state.doc.length, (from, to, { spec }) => {
            if (spec.widget) widgets.push([from, spec.widget.text]);
            const line = spec.tagName ? to : state.doc.lineAt(from).to;
            if (!spec.widget) for (let next = from; next < line; next++) found.add(next);
          });
        expect([...found].sort((a, b) => a - b)).toEqual([...put].sort((a, b) => a - b));
        expect(widgets).toEqual(gone);
      }),
    );
  });

  test("are drawn only for the visible text", () => {
    const text = Array.from({ length: 4000 }, (_, index) => `line ${index} has words\n\n`).join("");
    const changes = [...text.matchAll(/words/g)].map(({ index }) => ({ from: index, to: index + 5, insert: "text" }));
    const { state } = marked(text, changes);
    expect(reviewIn(state)?.hunks).toHaveLength(4000);
    let drawn = 0;
    draw(state, [{ from: 1000, to: 3000 }]).between(0, state.doc.length, () => {
      drawn += 1;
    });
    expect(drawn).toBeLessThan(250);
  });
});

import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyChanges, type Change } from "../../main/engine/document/change";
import { difference } from "../../main/engine/document/difference";
import {
  addPending,
  followPending,
  hunkOfEach,
  hunksIn,
  keepHunks,
  listHunks,
  type PendingHunks,
  undoHunks,
} from "../../main/engine/document/pending-hunks";
import { wholeWordChanges } from "../../main/engine/document/refine-changes";
import type { OpenDocument, ReviewedWrite } from "../../shared/contract";
import { FakeMain } from "../canvas/fake-main.fixture";
import { brought, reviewIn, showing } from "./canvas-review";
import { draw } from "./review-marks";

const you = { kind: "you" as const, name: "you" };

/** Main with what waits in its document, by the same rules as the store's. */
class ReviewingMain extends FakeMain {
  pending: PendingHunks = [];
  writes: ReviewedWrite[] = [];
  #agents: readonly Change[] | null = null;

  constructor(text: string, open: Partial<OpenDocument> = {}) {
    super(text, open);
  }

  override put(text: string): void {
    const before = this.disk;
    const slice = (from: number, to: number) => before.slice(from, to);
    super.put(text);
    if (this.#agents) {
      const words = wholeWordChanges(before, this.#agents);
      const id = `w${this.writes.length}`;
      this.writes.push({ id, by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" });
      const names = hunkOfEach(slice, words).map((hunk) => `${id}.${hunk}`);
      this.pending = addPending(this.pending, slice, words, names);
    } else this.pending = followPending(this.pending, difference(before, text)).pending;
  }

  agent(change: Change): void {
    this.#agents = [change];
    this.splice(change);
    this.#agents = null;
  }

  undo(hunks: readonly string[]): void {
    for (const hunk of hunks) {
      const { changes, pending } = undoHunks(this.pending, [hunk]);
      for (const change of changes.toReversed()) this.splice(change, "hears", you);
      this.pending = pending;
    }
  }

  tell(): void {
    const { version, pending, writes } = this;
    this.copy.heard("document:review", { doc: "d1", path: "/real/letter.md", version, pending, writes: [...writes] });
  }

  /** All is saved, and main has told of what waits. */
  async settled(): Promise<PendingHunks> {
    await this.copy.flush();
    this.tell();
    await this.copy.flush();
    await new Promise((done) => setTimeout(done));
    return this.copy.$review.get()?.pending ?? [];
  }
}

describe("what waits in the page", () => {
  test("is what main tells, brought to what is typed and not saved", async () => {
    const main = new ReviewingMain("one two three\n");
    main.agent({ from: 4, to: 7, insert: "TWO" });
    await main.settled();
    main.type(0, "zero ");
    expect(main.copy.$review.get()?.hunks).toMatchObject([{ from: 9, to: 12, parts: [{ removed: "two" }] }]);
    main.type(10, "!!", 11);
    expect(main.copy.$review.get()?.hunks).toHaveLength(1);
    expect(await main.settled()).toEqual(main.pending);
  });

  test("waits for the version that main told of", async () => {
    const main = new ReviewingMain("one two three\n");
    main.agent({ from: 4, to: 7, insert: "TWO" });
    await main.settled();
    main.put("one TWO three four\n");
    main.tell();
    expect(main.copy.$review.get()?.hunks).toMatchObject([{ from: 4, to: 7 }]);
    expect(await main.settled()).toEqual(main.pending);
  });

  test("goes with the editor's undo of the agent's write, at once", async () => {
    const main = new ReviewingMain("one two three\n");
    main.agent({ from: 4, to: 7, insert: "TWO" });
    await main.settled();
    main.copy.run("undo");
    expect(main.copy.text()).toBe("one two three\n");
    expect(main.copy.$review.get()).toBeNull();
    expect(await main.settled()).toEqual([]);
  });

  test("is what main has whenever all is saved, whoever writes in which order; undoing all leaves nothing waiting", async () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const step = fc.oneof(
      fc.record({
        kind: fc.constant("type" as const),
        at: place,
        length: fc.nat(3),
        insert: fc.constantFrom("a", "字 ", "\n", ""),
      }),
      fc.record({
        kind: fc.constant("agent" as const),
        at: place,
        length: fc.nat(9),
        insert: fc.constantFrom("X", "word\n", "两", ""),
      }),
      fc.record({
        kind: fc.constantFrom("save" as const, "tell" as const, "keep" as const, "undo" as const),
        at: place,
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 16 }), async (steps) => {
        const main = new ReviewingMain("# One\n\ntwo words and more\n\nthe last line\n");
        for (const each of steps) {
          if (each.kind === "type") {
            const text = main.copy.text();
            const from = Math.floor(each.at * text.length);
            main.type(from, each.insert, Math.min(text.length, from + each.length));
          } else if (each.kind === "agent") {
            // A tool sees what is typed: the page has handed it over.
            await main.copy.flush();
            const from = Math.floor(each.at * main.disk.length);
            main.agent({ from, to: Math.min(main.disk.length, from + each.length), insert: each.insert });
          } else if (each.kind === "save") await main.copy.flush();
          else if (each.kind === "tell") main.tell();
          else {
            await main.copy.flush();
            const hunks = hunksIn(main.pending);
            const hunk = hunks[Math.floor(each.at * hunks.length)];
            if (hunk === undefined) continue;
            if (each.kind === "undo") main.undo([hunk]);
            else main.pending = keepHunks(main.pending, [hunk]);
          }
        }
        expect(await main.settled()).toEqual(main.pending);
        expect(main.copy.text()).toBe(main.disk);
        expect(main.copy.$review.get()?.hunks ?? []).toEqual(listHunks(main.pending));
        main.undo(hunksIn(main.pending).toReversed());
        expect(await main.settled()).toEqual([]);
        expect(main.copy.text()).toBe(main.disk);
      }),
      { numRuns: process.env["GALLEY_LONG"] ? 2000 : 60 },
    );
  }, 60_000);
});

describe("the marks", () => {
  const marked = (text: string, changes: Change[]) => {
    const slice = (from: number, to: number) => text.slice(from, to);
    const words = wholeWordChanges(text, changes);
    const names = hunkOfEach(slice, words).map((hunk) => `w.${hunk}`);
    const pending = addPending([], slice, words, names);
    const after = applyChanges(text, words);
    const writes = [{ id: "w", by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" }];
    const told = { doc: "d1", path: "/a.md", version: "v", pending, writes };
    const start = EditorState.create({ doc: after });
    const review = brought(told, start.changes([]));
    const { state } = start.update(showing(start, review));
    return { state, pending, after };
  };

  test("are on every character that was put in and on no other, and at every place where something was taken out", () => {
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
        let at = 0;
        for (const piece of pending) {
          if (typeof piece === "number") at += piece;
          else if (piece.removedBy !== null) gone.push([at, piece.text]);
          else {
            for (let next = at; next < at + piece.text.length; next++)
              if (state.sliceDoc(next, next + 1) !== "\n") put.add(next);
            at += piece.text.length;
          }
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

  test("are drawn for what is in view only", () => {
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

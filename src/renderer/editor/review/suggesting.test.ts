import { history, historyField, redo, undo } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PackedEdits, packEdits, unpackEdits } from "../../../core/review/packed-edits";
import { hunksIn, keepHunks, listHunks, type PendingEdits, undoHunks } from "../../../core/review/pending-edits";
import { isSuggestion } from "../../../core/review/suggestions";
import { SHARED_FOLDER } from "../../../core/review/writer";
import { applyChanges } from "../../../core/text/change";
import type { Argument, DocumentSnapshot } from "../../../shared/contract";
import { FakeMain } from "../../testing/fake-main.fixture";
import { historyFromJson, historyToJson } from "../stored-undo";
import { reviewIn, reviewState } from "./review-state";
import { suggestChanges } from "./suggesting";

/** The part of main that suggestions need: it stores what each save reports. */
class SuggestingMain extends FakeMain {
  stored: PendingEdits = [];
  #agents = 0;

  override put(text: string, followed?: Argument<"document:save">["followed"]): void {
    super.put(text);
    this.stored = (followed && unpackEdits(followed.pending as PackedEdits, text)) ?? [];
  }

  /** An agent writes, after the editor has sent what was typed. */
  async agent(from: number, to: number, insert: string): Promise<void> {
    await this.editor.flush();
    this.#agents += 1;
    this.reviewedWrite = { id: `w${this.#agents}`, by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" };
    this.splice({ from, to, insert });
    this.stored = this.pending;
    this.reviewedWrite = null;
  }

  erase(from: number, to: number): void {
    this.editor.edit({ changes: { from, to }, userEvent: "delete.backward" });
  }

  /** Main decides, as from the list of all pending edits. */
  decide(pending: PendingEdits): void {
    const { path, writes } = this.editor.$review.get() ?? expect.fail();
    const news = { doc: "d1", path, version: this.version, kind: "news" as const };
    this.editor.handleEvent("document:review", { ...news, pending: packEdits(pending), writes: [...writes] });
  }

  /** The document as it is opened after a crash, with the edits that main's journal has. */
  crashed(): SuggestingMain {
    const typed = this.requests.findLast(({ name }) => name === "document:typed")?.argument;
    const { seq, changes, suggested } = typed as Argument<"document:typed">;
    return new SuggestingMain(this.disk, { unsaved: { seq, changes, suggested } });
  }

  /** The user looks elsewhere: what is typed next is another step of undo. */
  pause(): void {
    this.editor.edit({ selection: { anchor: 0 }, userEvent: "select" });
  }

  get words(): string[] {
    return this.shown.map(({ now }) => now);
  }

  get pending(): PendingEdits {
    return this.editor.$review.get()?.pending ?? [];
  }

  get undone(): string {
    const { changes, left } = undoHunks(this.pending, hunksIn(this.pending));
    expect(left).toEqual([]);
    return applyChanges(this.editor.text(), changes);
  }

  get shown() {
    const { hunks = [], writes = [] } = this.editor.$review.get() ?? {};
    return hunks.map(({ from, to, parts, writes: ids }) => ({
      now: this.editor.text().slice(from, to),
      before: parts.map(({ removed }) => removed).join("|"),
      by: writes.filter(({ id }) => ids.includes(id)).map(({ by }) => by),
    }));
  }
}

async function suggesting(text: string, open: Partial<DocumentSnapshot> = {}): Promise<SuggestingMain> {
  const main = new SuggestingMain(text, open);
  expect(await main.editor.suggest(true)).toBeNull();
  return main;
}

const unwritable = () => ({ status: "refused" as const, error: { code: "io", message: "The disk is full." } });

describe("ordinary words beside suggestions that could not be saved", () => {
  test("stay ordinary when another program writes while they are typed", async () => {
    const main = await suggesting("one two\n");
    main.type(4, "new ");
    const off = main.editor.suggest(false);
    main.type(main.editor.text().length, "plain words\n");
    main.splice({ from: 0, to: 3, insert: "ONE" });
    const write = { id: "w", by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" };
    main.editor.handleEvent("document:review", {
      doc: "d1",
      path: "/real/letter.md",
      version: main.version,
      pending: [{ hunk: "w.0", accepted: [["one", "w"]], now: [[3, "w"]] }],
      writes: [write],
      kind: "news",
    });
    expect(main.words).toEqual(["ONE", "new "]);
    await off;
  });

  test.each(["refused", "gone"] as const)("stay ordinary after a crash, if the file is %s", async (status) => {
    const main = await suggesting("one two\n");
    main.onSave = () => (status === "gone" ? { status } : unwritable());
    main.type(4, "new ");
    await main.editor.suggest(false);
    main.type(main.editor.text().length, "plain words\n");
    await main.editor.flush();
    expect(main.words).toEqual(["new "]);
    const again = main.crashed();
    expect([again.editor.text(), again.words]).toEqual(["one new two\nplain words\n", ["new "]]);
    await again.editor.flush();
    expect([again.disk, again.stored]).toEqual(["one new two\nplain words\n", again.pending]);
    expect(again.undone).toBe("one two\nplain words\n");
  });

  test.each(["refused", "gone"] as const)("keep the mode off, if the file is %s", async (status) => {
    const main = new SuggestingMain("one two\n");
    main.onSave = () => (status === "gone" ? { status } : unwritable());
    main.type(8, "plain\n");
    expect(await main.editor.suggest(true)).toMatchObject({ code: "wrong_state" });
    expect(main.editor.$suggesting.get()).toBeNull();
    main.type(4, "new ");
    await main.editor.flush();
    expect([main.words, main.crashed().words]).toEqual([[], []]);
  });

  test("are saved before the mode begins, also those typed while it is being saved", async () => {
    const main = new SuggestingMain("one two\n");
    main.type(8, "plain\n");
    main.onSave = (text) => {
      main.onSave = null;
      main.type(0, "and ");
      main.put(text);
      return { status: "saved", version: main.version, seq: 1, notes: [] };
    };
    expect(await main.editor.suggest(true)).toBeNull();
    expect(main.disk).toBe("and one two\nplain\n");
    main.type(0, "so ");
    expect(main.words).toEqual(["so "]);
  });
});

describe("a suggestion that was kept", () => {
  /** Two suggestions, of which the first is kept. */
  async function kept(by: "here" | "by main"): Promise<SuggestingMain> {
    const main = await suggesting("one two three four\n");
    main.type(4, "A ");
    await main.editor.flush();
    main.pause();
    main.type(main.editor.text().length - 1, " B");
    await main.editor.flush();
    const [first = ""] = hunksIn(main.pending);
    if (by === "here") main.editor.keepHunks([first]);
    else main.decide(keepHunks(main.pending, [first]));
    expect(main.words).toEqual([" B"]);
    return main;
  }

  test.each(["here", "by main"] as const)("%s is not pending again after an undo of another", async (by) => {
    const main = await kept(by);
    main.editor.run("undo");
    expect([main.editor.text(), main.words]).toEqual(["one A two three four\n", []]);
  });

  test("is not pending again after an undo in an editor that was opened later", async () => {
    const main = await kept("here");
    main.editor.duplicate().run("undo");
    expect([main.editor.text(), main.words]).toEqual(["one A two three four\n", []]);
  });

  test("is not pending again after an undo once the document was closed and opened again", async () => {
    const main = await kept("here");
    await main.editor.flush();
    await main.editor.close(false);
    const again = new SuggestingMain(main.disk);
    again.editor.run("undo");
    expect([again.editor.text(), again.words]).toEqual(["one A two three four\n", []]);
  });

  test("does not give its name to what is pending later", async () => {
    const main = await suggesting("one two three four\n");
    main.type(4, "A ");
    main.pause();
    const [first = ""] = hunksIn(main.pending);
    main.editor.keepHunks([first]);
    await main.editor.flush();
    main.splice({ from: main.disk.length, to: main.disk.length, insert: "more\n" }, "notified", SHARED_FOLDER);
    main.editor.run("undo");
    const shown = main.shown;
    main.type(main.editor.text().length - 1, "C");
    main.editor.run("undo");
    expect(main.shown).toEqual(shown);
    expect(hunksIn(main.pending)).not.toContain(first);
  });

  test("waits on with the words that were typed while the user's decision was on the way", async () => {
    const main = await suggesting("one two three four\n");
    main.type(4, "A ");
    const [first = ""] = hunksIn(main.pending);
    const words = main.editor.hunkWords();
    main.type(5, "nd more words");
    main.editor.keepHunks([first], words);
    expect(main.words).toEqual(["And more words "]);
    main.editor.keepHunks([first], main.editor.hunkWords());
    expect(main.pending).toEqual([]);
  });
});

describe("in the mode Suggesting", () => {
  test("nothing is pending before it is on, nor of what is typed after it is off", async () => {
    const main = new SuggestingMain("one two\n");
    main.type(4, "x");
    expect(main.editor.$review.get()).toBeNull();
    await main.editor.suggest(true);
    main.type(0, "So ");
    expect(main.shown).toEqual([{ now: "So ", before: "", by: ["maria"] }]);
    await main.editor.suggest(false);
    main.type(main.editor.text().length, "end");
    expect(main.shown).toEqual([{ now: "So ", before: "", by: ["maria"] }]);
  });

  test("a replaced word is marked in the transaction that replaces it, under the user's name, and saved with the text", async () => {
    const main = await suggesting("The grey lantern\n");
    main.type(4, "g", 8);
    main.type(5, "o");
    main.type(6, "ld");
    expect(main.shown).toEqual([{ now: "gold", before: "grey", by: ["maria"] }]);
    await main.editor.flush();
    expect([main.disk, main.stored]).toEqual(["The gold lantern\n", main.pending]);
  });

  test("each save and each update of the journal says as which suggestion the edits are pending", async () => {
    const main = await suggesting("one two\n");
    main.type(4, "new ");
    await main.editor.flush();
    const sent = main.requests.filter(({ name }) => name === "document:typed" || name === "document:save");
    expect(sent.length).toBeGreaterThan(1);
    for (const { argument } of sent)
      expect(argument).toMatchObject({ suggested: { by: "maria", reason: "suggested" } });
    await main.editor.suggest(false);
    main.type(0, "x");
    await main.editor.flush();
    expect(main.requests.at(-1)?.argument).not.toHaveProperty("suggested");
  });

  test("undo and redo restore the marks as they were", async () => {
    const main = await suggesting("one two three\n");
    const states: { text: string; shown: unknown }[] = [];
    const note = () => states.push({ text: main.editor.text(), shown: main.shown });
    note();
    for (const step of [
      () => main.erase(6, 7),
      () => main.erase(5, 6),
      () => main.erase(4, 5),
      () => main.erase(3, 4),
    ]) {
      step();
      main.editor.edit({ selection: { anchor: 0 }, userEvent: "select" });
      note();
    }
    for (const state of states.slice(0, -1).toReversed()) {
      main.editor.run("undo");
      expect({ text: main.editor.text(), shown: main.shown }).toEqual(state);
    }
    for (const state of states.slice(1)) {
      main.editor.run("redo");
      expect({ text: main.editor.text(), shown: main.shown }).toEqual(state);
    }
  });

  test("redo of an ordinary edit from before the mode is a suggestion, and so is its undo", async () => {
    const main = new SuggestingMain("one two\n");
    main.type(4, "plain ");
    await main.editor.flush();
    await main.editor.suggest(true);
    main.editor.run("undo");
    expect([main.editor.text(), main.undone]).toEqual(["one two\n", "one plain two\n"]);
    main.editor.run("redo");
    expect([main.editor.text(), main.pending]).toEqual(["one plain two\n", []]);
    main.editor.run("undo");
    expect([main.editor.text(), main.undone]).toEqual(["one two\n", "one plain two\n"]);
  });

  test("redo of a suggestion that a stored history restores is a suggestion", () => {
    const mode = [
      reviewState(),
      suggestChanges(
        () => ({ path: "/a.md", by: "maria" }),
        () => true,
      ),
    ];
    let state = EditorState.create({ doc: "one two\n", extensions: [history(), ...mode] });
    const run = (command: typeof undo) => command({ state, dispatch: (step) => (state = step.state) });
    state = state.update({ changes: { from: 4, insert: "new " }, userEvent: "input.type" }).state;
    run(undo);
    const stored = historyToJson(state.field(historyField)) ?? expect.fail();
    const restored = historyField.init(({ doc }) => historyFromJson(stored, doc.length));
    state = EditorState.create({ doc: state.doc, extensions: [history(), restored, ...mode] });
    run(redo);
    expect(state.doc.toString()).toBe("one new two\n");
    expect(listHunks(reviewIn(state)?.pending ?? [])).toMatchObject([{ from: 4, to: 8 }]);
  });

  test("what is typed in one editor is a suggestion in the other, too", async () => {
    const main = await suggesting("one two\n");
    const other = main.editor.duplicate();
    main.type(3, "s");
    other.edit({ changes: { from: 9, insert: "more" }, userEvent: "input.type" });
    expect(main.shown.map(({ now }) => now)).toEqual(["ones", "more"]);
    expect(other.$review.get()).toBe(main.editor.$review.get());
    expect(other.$suggesting.get()).toEqual({ path: "/real/letter.md", by: "maria" });
  });

  test("edits that were suggestions before a crash are pending again", async () => {
    const suggested = { id: "you-1", by: "maria", reason: "suggested", at: "2026-01-01T00:00:00Z" };
    const unsaved = { seq: 3, changes: [{ from: 4, to: 7, insert: "2" }], suggested };
    const main = new SuggestingMain("one two\n", { unsaved });
    expect(main.shown).toEqual([{ now: "2", before: "two", by: ["maria"] }]);
    expect(main.editor.$suggesting.get()).toBeNull();
    await main.editor.flush();
    expect([main.disk, main.stored]).toEqual(["one 2\n", main.pending]);
  });

  test("recovered suggestions join what main knows to be pending in the saved text", () => {
    const suggested = { id: "you-1", by: "maria", reason: "suggested", at: "2026-01-01T00:00:00Z" };
    const main = new SuggestingMain("one two\n", {
      unsaved: { seq: 3, changes: [{ from: 4, to: 7, insert: "2" }], suggested },
    });
    main.editor.handleEvent("document:review", {
      doc: "d1",
      path: "/real/letter.md",
      version: main.version,
      pending: [{ hunk: "w.0", accepted: [["eins", "w"]], now: [[3, "w"]] }],
      writes: [{ id: "w", by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" }],
      kind: "news",
    });
    expect(main.shown).toEqual([
      { now: "one", before: "eins", by: ["Claude"] },
      { now: "2", before: "two", by: ["maria"] },
    ]);
  });

  test("whatever is typed, undone, redone and written by agents, undoing all edits gives the text before", async () => {
    const place = fc.double({ min: 0, max: 0.999, noNaN: true });
    const insert = fc.constantFrom("a", "b ", " ", "\n", "\n- ", "new words", "שלום", "中", ".");
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant("type" as const), at: place, length: fc.nat(7), insert }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant("on" as const), insert: fc.constantFrom("x", "y", " ") }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constant("back" as const) }) },
      { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const) }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant("agent" as const), at: place, length: fc.nat(9), insert }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("save" as const) }) },
    );
    const before = "# One\n\n1. two words and more\n2. ועוד words\n\nthe last line\n";
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 18 }), async (steps) => {
        const main = await suggesting(before);
        let cursor = 0;
        // Undo of an agent's write is an edit of the user's own, as ever.
        let isSuggestionLast = false;
        for (const each of steps) {
          const { length } = main.editor.text();
          const from = "at" in each ? Math.floor(each.at * length) : Math.min(cursor, length);
          const to = "length" in each ? Math.min(length, from + each.length) : from;
          if (each.kind === "type" || each.kind === "on") main.type(from, each.insert, to);
          else if (each.kind === "back" && from > 0) main.erase(from - 1, from);
          else if (each.kind === "agent") await main.agent(from, to, each.insert);
          else if (each.kind === "save") await main.editor.flush();
          else if (each.kind === "redo" || (each.kind === "undo" && isSuggestionLast)) main.editor.run(each.kind);
          if (each.kind !== "save") isSuggestionLast = each.kind !== "agent" && each.kind !== "undo";
          cursor = each.kind === "back" ? Math.max(0, from - 1) : from + ("insert" in each ? each.insert.length : 0);
          expect(main.undone).toBe(before);
        }
        await main.editor.flush();
        expect([main.disk, main.stored]).toEqual([main.editor.text(), main.pending]);
        expect(keepHunks(main.pending, hunksIn(main.pending))).toEqual([]);
        expect(main.editor.$review.get()?.hunks ?? []).toEqual(listHunks(main.pending));
        for (const { id, by } of main.editor.$review.get()?.writes ?? []) expect(isSuggestion(id)).toBe(by === "maria");
        for (let count = 0; count < 40; count++) main.editor.run("undo");
        expect([main.editor.text(), main.pending]).toEqual([before, []]);
      }),
      process.env["GALLEY_LONG"] ? { numRuns: 4000 } : { numRuns: 200, seed: 20_261_128 },
    );
  }, 600_000);
});

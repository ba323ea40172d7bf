import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SaveResult } from "../../shared/contract";
import { claude, FakeMain } from "../testing/fake-main.fixture";

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const state = ({ editor }: FakeMain) => editor.$status.get().status;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("typing", () => {
  it("reaches the journal within 300 ms as changes, and is saved after a second of idle time", async () => {
    const main = new FakeMain("Dear Anna,\n");
    main.type(10, "\nhello");
    expect(state(main)).toBe("unsaved");
    await wait(300);
    const typed = { doc: "d1", base: "v:Dear Anna,\n", seq: 1, changes: [{ from: 10, to: 10, insert: "\nhello" }] };
    expect(main.requests).toEqual([{ name: "document:typed", argument: typed }]);
    await wait(700);
    expect(main.disk).toBe("Dear Anna,\nhello\n");
    expect(state(main)).toBe("saved");
    expect(main.editor.isDirty()).toBe(false);
  });

  it("reaches the journal while it goes on, and the disk after it stops", async () => {
    const main = new FakeMain("");
    for (let n = 0; n < 30; n++) {
      main.type(n, "x");
      await wait(100);
    }
    expect(main.names().filter((name) => name === "document:save")).toEqual([]);
    expect(main.names().filter((name) => name === "document:typed").length).toBeGreaterThanOrEqual(9);
    await wait(1000);
    expect(main.disk).toBe("x".repeat(30));
  });

  it("that was undone clears the journal with the next save, and closing asks nothing", async () => {
    const main = new FakeMain("one");
    main.type(3, "!");
    await wait(300);
    main.editor.run("undo");
    await wait(300);
    expect(main.editor.isDirty()).toBe(false);
    await wait(1000);
    expect(main.requests.at(-1)).toMatchObject({ name: "document:save", argument: { changes: [] } });
    expect(main.disk).toBe("one");
  });

  it("during a save stays unsaved, and is saved by the next one", async () => {
    const main = new FakeMain("one");
    let answer: (result: SaveResult) => void = () => {};
    main.onSave = (text) =>
      new Promise((resolve) => {
        answer = resolve;
        main.put(text);
      });
    main.type(3, " two");
    void main.editor.save("by hand");
    await wait(0);
    expect(state(main)).toBe("saving");
    main.type(7, " three");
    void main.editor.save("by hand");
    await wait(0);
    expect(main.names().filter((name) => name === "document:save")).toHaveLength(1);
    main.onSave = null;
    answer({ status: "saved", version: main.version, seq: 1, notes: [] });
    await wait(0);
    expect(main.disk).toBe("one two three");
    expect(main.names().filter((name) => name === "document:save")).toHaveLength(2);
  });
});

describe("typing that others look at", () => {
  const saves = ({ requests }: FakeMain) => requests.filter(({ name }) => name === "document:save");
  const lastSeq = (main: FakeMain) => {
    const last = saves(main).at(-1);
    return last?.name === "document:save" ? last.argument.seq : 0;
  };

  it("is saved while it goes on, one save at a time, and after a pause again once nobody looks", async () => {
    const main = new FakeMain("");
    main.editor.setPace("while typing");
    main.type(0, "a");
    await wait(0);
    expect(main.disk).toBe("a");
    expect(saves(main)).toMatchObject([{ argument: { why: "while typing" } }]);
    main.onSave = async (text) => {
      const seq = lastSeq(main);
      await new Promise((done) => setTimeout(done, 40));
      main.put(text);
      return { status: "saved", version: main.version, seq, notes: [] };
    };
    for (let n = 1; n < 61; n++) {
      main.type(n, "b");
      await wait(10);
    }
    // Each save takes 40 ms, and there is none for as long after it.
    expect(saves(main).length).toBeGreaterThanOrEqual(7);
    expect(saves(main).length).toBeLessThanOrEqual(9);
    await wait(100);
    expect(main.disk).toBe(`a${"b".repeat(60)}`);
    main.onSave = null;
    main.editor.setPace("after a pause");
    main.type(61, "c");
    await wait(900);
    expect(main.disk).not.toContain("c");
    await wait(100);
    expect(main.disk).toContain("c");
    expect(saves(main).at(-1)).toMatchObject({ argument: { why: "auto" } });
  });

  it("does not make the status flicker, which shows a save that takes long", async () => {
    const main = new FakeMain("");
    main.editor.setPace("while typing");
    const seen = new Set<string>();
    main.editor.$status.subscribe(({ status }) => seen.add(status));
    for (let n = 0; n < 50; n++) {
      main.type(n, "a");
      await wait(20);
    }
    expect([...seen]).toEqual(["saved"]);
    main.onSave = () => new Promise(() => {});
    main.type(50, "b");
    await wait(299);
    expect(state(main)).toBe("saved");
    await wait(1);
    expect(state(main)).toBe("saving");
  });

  it("is saved after a pause if saves fail, or if the text is long", async () => {
    const main = new FakeMain("");
    main.editor.setPace("while typing");
    main.onSave = () => ({ status: "refused", error: { code: "failed", message: "The disk is full." } });
    for (let n = 0; n < 20; n++) {
      main.type(n, "a");
      await wait(20);
    }
    expect(saves(main)).toHaveLength(1);
    const long = new FakeMain("word ".repeat(30_000));
    long.editor.setPace("while typing");
    long.type(0, "a");
    await wait(900);
    expect(saves(long)).toHaveLength(0);
    await wait(100);
    expect(saves(long)).toHaveLength(1);
  });

  it("is saved at once if it was unsaved when others came", async () => {
    const main = new FakeMain("");
    main.type(0, "a");
    main.editor.setPace("while typing");
    await wait(0);
    expect(main.disk).toBe("a");
  });

  it("merges what others write meanwhile, and undo takes back one's own words only", async () => {
    const main = new FakeMain("one\n\ntwo\n");
    main.editor.setPace("while typing");
    main.type(3, "!");
    main.write("two", "two and three", "notified", { kind: "program", name: "Shared folder" });
    await wait(0);
    expect(main.disk).toBe("one!\n\ntwo and three\n");
    main.write("three", "more", "notified", { kind: "program", name: "Shared folder" });
    main.editor.run("undo");
    await wait(20);
    expect(main.disk).toBe("one\n\ntwo and more\n");
  });
});

describe("the status", () => {
  it("a document without a file is kept in the journal, and saving asks for a location", async () => {
    const main = new FakeMain("", { path: null, name: "Untitled" });
    main.type(0, "# Notes");
    await wait(5000);
    expect(main.names()).toEqual(["document:typed"]);
    expect(main.editor.$status.get().message).toContain("Not saved to a file yet");
    main.savedAs = { ...main.document(), path: "/home/anna/Notes.md", name: "Notes.md", version: "v:# Notes" };
    main.put("# Notes");
    await main.editor.save("by hand");
    expect(main.editor.$info.get()).toMatchObject({ path: "/home/anna/Notes.md", name: "Notes.md" });
    expect(state(main)).toBe("saved");
    main.type(7, "!");
    await wait(1000);
    expect(main.disk).toBe("# Notes!");
  });

  it("edits made before a cancelled Save As are sent to the journal again", async () => {
    const main = new FakeMain("", { path: null });
    main.type(0, "x");
    expect(await main.editor.saveAs()).toBe(false);
    await wait(300);
    expect(main.names()).toEqual(["document:save-as", "document:typed"]);
    expect(main.editor.text()).toBe("x");
  });

  it("the text of a deleted file is kept, the file is not recreated by itself, and Ctrl+S recreates it", async () => {
    const main = new FakeMain("one");
    main.editor.handleEvent("document:gone", { doc: "d1" });
    main.type(3, " two");
    await wait(5000);
    expect(main.names()).toEqual(["document:typed"]);
    expect(main.editor.$status.get()).toMatchObject({
      status: "gone",
      message: expect.stringContaining("Save to restore the file"),
    });
    await main.editor.save("by hand");
    expect(main.requests.at(-1)).toMatchObject({ name: "document:save", argument: { why: "recreate" } });
    expect(state(main)).toBe("saved");
  });

  it("a read-only file can be edited, is not saved automatically, and is saved once it is writable", async () => {
    const main = new FakeMain("one", { readOnly: "This file is read-only." });
    main.type(3, " two");
    await wait(3000);
    expect(main.names()).toEqual(["document:typed"]);
    expect(main.editor.$status.get()).toMatchObject({
      status: "read-only",
      message: expect.stringContaining("This file is read-only."),
    });
    main.editor.handleEvent("document:access", { doc: "d1", readOnly: null });
    await wait(1000);
    expect(main.disk).toBe("one two");
  });

  it("a failed save reports why, keeps the text, and is retried until it works", async () => {
    const main = new FakeMain("one");
    main.onSave = () => ({ status: "refused", error: { code: "failed", message: "The disk is full" } });
    main.type(3, " two");
    await wait(1000);
    expect(main.editor.$status.get()).toEqual({ status: "failed", message: "The disk is full." });
    main.onSave = null;
    await wait(4900);
    expect(main.disk).toBe("one");
    await wait(200);
    expect(main.disk).toBe("one two");
    expect(state(main)).toBe("saved");
  });

  it("a save without an answer is resolved by asking what is on disk, and nothing is written twice", async () => {
    const main = new FakeMain("one");
    main.onSave = (text) => {
      main.put(text);
      throw new Error("main went away");
    };
    main.type(3, " two");
    await wait(1000);
    expect(state(main)).toBe("failed");
    main.onSave = null;
    await wait(5000);
    expect(main.disk).toBe("one two");
    expect(main.names()).toContain("document:text");
    expect(main.editor.isDirty()).toBe(false);
  });
});

describe("remote changes", () => {
  it("are one undo step each, between the user's own", async () => {
    const main = new FakeMain("one\n\ntwo\n");
    main.type(3, "!");
    await wait(1000);
    main.write("two", "zwei");
    expect(main.editor.text()).toBe("one!\n\nzwei\n");
    main.editor.run("undo");
    expect(main.editor.text()).toBe("one!\n\ntwo\n");
    main.editor.run("undo");
    expect(main.editor.text()).toBe("one\n\ntwo\n");
    main.editor.run("redo");
    main.editor.run("redo");
    expect(main.editor.text()).toBe("one!\n\nzwei\n");
    await wait(1500);
    expect(main.disk).toBe("one!\n\nzwei\n");
  });

  it("survive undoing all of the user's edits, and redo restores those merged with them", async () => {
    const edit = fc.record({ mine: fc.boolean(), line: fc.nat(9) });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 20 }), async (edits) => {
        const start = Array.from({ length: 10 }, (_, line) => `§${line}: mine and theirs ;${line}.\n`).join("\n");
        const main = new FakeMain(start);
        for (const [n, { mine, line }] of edits.entries()) {
          if (mine) main.type(main.editor.text().indexOf(`§${line}:`) + 3, ` <${n}>`);
          else main.write(` ;${line}.`, ` {${n}} ;${line}.`);
          if (n % 5 === 4) await main.editor.save("auto");
        }
        await main.editor.save("auto");
        const end = main.editor.text();
        expect(main.disk).toBe(end);
        for (let n = 0; n <= edits.length; n++) main.editor.run("undo");
        expect(main.editor.text()).toBe(start);
        for (let n = 0; n <= edits.length; n++) main.editor.run("redo");
        expect(main.editor.text()).toBe(end);
        await main.editor.close(false);
      }),
      { numRuns: process.env["GALLEY_LONG"] ? 1000 : 30 },
    );
  });

  it("that are undone are reverted on disk as well", async () => {
    const main = new FakeMain("one\n");
    main.write("one", "eins");
    main.editor.run("undo");
    await wait(1500);
    expect(main.disk).toBe("one\n");
  });

  it("move the cursor only with the text around it, and keep folds", () => {
    const main = new FakeMain("# A\n\ntext\n\n# B\n\nend\n");
    main.editor.restore({ cursor: 17, scrollTop: 0, folds: [[3, 9]] });
    main.write("# B", "New line.\n\n# B");
    expect(main.editor.viewState()).toMatchObject({ cursor: 28, folds: [[3, 9]] });
  });

  it("are announced in a sentence, many in a row in one", async () => {
    const main = new FakeMain("1\n\n2\n\n3\n\n4\n");
    main.write("1", "one");
    main.write("2", "two");
    main.write("3", "three");
    expect(main.announcements).toEqual(["Claude Code changed 1 line"]);
    await wait(1500);
    expect(main.announcements).toEqual(["Claude Code changed 1 line", "Claude Code changed 2 lines"]);
    expect(main.editor.$lastWriter.get()?.by).toEqual(claude);
  });

  it("to another document change nothing", () => {
    const main = new FakeMain("one");
    main.editor.handleEvent("document:gone", { doc: "d2" });
    expect(state(main)).toBe("saved");
  });
});

it("do not keep the user's text from the disk, however often a program writes", async () => {
  const main = new FakeMain("one\n\ntwo 0\n");
  main.type(3, "!");
  for (let n = 0; n < 5; n++) {
    await wait(400);
    main.write(`two ${n}`, `two ${n + 1}`);
  }
  expect(main.disk).toContain("one!");
});

describe("a conflict", () => {
  const inConflict = async () => {
    const main = new FakeMain("We left before noon.\n");
    main.type(8, "at sunrise", 19);
    main.write("before noon", "at midnight", "unnotified");
    await wait(1000);
    return main;
  };

  it("blocks saving, reports the user's text to main, and updates the count", async () => {
    const main = await inConflict();
    expect(main.editor.$status.get()).toEqual({
      status: "conflict",
      message: "Conflict: choose which version to keep. Not saved until you do.",
    });
    expect(main.editor.$conflicts.get()).toBe(1);
    expect(main.requests).toContainEqual({
      name: "document:conflict",
      argument: { doc: "d1", mine: "We left at sunrise.\n" },
    });
    main.type(0, "Well. ");
    await wait(5000);
    await main.editor.save("by hand");
    expect(main.disk).toBe("We left at midnight.\n");
    expect(main.announcements).toContainEqual(expect.stringContaining("You and Claude Code changed the same words."));
  });

  it("is not hidden by a fold", () => {
    const main = new FakeMain("# A\n\none\n\n# B\n\ntwo\n");
    main.editor.restore({
      cursor: 0,
      scrollTop: 0,
      folds: [
        [3, 8],
        [13, 18],
      ],
    });
    main.editor.edit({ changes: { from: 5, to: 8, insert: "eins" } });
    main.editor.restore({ cursor: 0, scrollTop: 0, folds: [[3, 9]] });
    main.write("one", "un");
    expect(main.editor.$conflicts.get()).toBe(1);
    expect(main.editor.viewState().folds).toEqual([[14, 19]]);
  });

  it("keeps the journal based on the text before it, so that it is found again after a crash", async () => {
    const main = await inConflict();
    await wait(300);
    main.type(0, "Well. ");
    await wait(300);
    expect(main.requests.at(-1)).toMatchObject({
      name: "document:typed",
      argument: { base: "v:We left before noon.\n" },
    });
  });
});

describe("a flush request", () => {
  it("is answered once the edits are on disk", async () => {
    const main = new FakeMain("one");
    main.type(3, " two");
    main.editor.handleEvent("document:hand-over", { doc: "d1", requestId: 7 });
    await wait(0);
    expect(main.disk).toBe("one two");
    expect(main.names()).toEqual(["document:typed", "document:save", "document:handed-over"]);
    expect(main.requests.at(-1)?.argument).toBe(7);
  });

  it("is answered at once if nothing can be saved", async () => {
    const main = new FakeMain("", { path: null });
    main.type(0, "x");
    main.editor.handleEvent("document:hand-over", { doc: "d1", requestId: 8 });
    await wait(0);
    expect(main.names()).toEqual(["document:typed", "document:handed-over"]);
  });

  it("is preceded by a save when the document closes, and nothing is sent afterwards", async () => {
    const main = new FakeMain("one");
    main.type(3, " two");
    expect(await main.editor.close(false)).toBe(true);
    expect(main.disk).toBe("one two");
    const count = main.requests.length;
    main.editor.handleEvent("document:gone", { doc: "d1" });
    await wait(10_000);
    expect(main.requests).toHaveLength(count);
  });

  it("a text recovered from the journal is unsaved when it is opened, and saved after a pause", async () => {
    const unsaved = { seq: 4, changes: [{ from: 3, to: 3, insert: " two" }] };
    const main = new FakeMain("one", { unsaved });
    expect(main.editor.text()).toBe("one two");
    expect(state(main)).toBe("unsaved");
    await wait(1000);
    expect(main.disk).toBe("one two");
    expect(main.requests.at(-1)).toMatchObject({ argument: { seq: 4 } });
  });
});

describe("the counts", () => {
  it("follow the typing, count each Chinese character, and include the cursor position", async () => {
    const main = new FakeMain("two words\n");
    expect(main.editor.$counts.get()).toMatchObject({ words: 2, characters: 9 });
    main.editor.edit({ changes: { from: 10, insert: "港の夜" }, selection: { anchor: 13 } });
    await wait(200);
    expect(main.editor.$counts.get()).toEqual({ words: 5, characters: 12, line: 2, column: 4, selected: 0 });
    main.editor.edit({ selection: { anchor: 0, head: 3 } });
    await wait(200);
    expect(main.editor.$counts.get().selected).toBe(1);
  });

  it("never report an empty text when there is text", () => {
    const main = new FakeMain("");
    main.type(0, "x");
    expect(main.editor.$counts.get().characters).toBe(1);
  });
});

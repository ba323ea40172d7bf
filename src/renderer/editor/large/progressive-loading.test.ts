import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyChanges } from "../../../core/text/change";
import type { DocumentSnapshot, Piece } from "../../../shared/contract";
import { claude, FakeMain } from "../../testing/fake-main.fixture";

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const state = ({ editor }: FakeMain) => editor.$status.get().status;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Main that sends its document in pieces of `size`, each when the test asks for it. */
class SlowMain extends FakeMain {
  /** The error that is sent instead of pieces. */
  rejection: string | null = null;
  readonly pieces: (() => void)[] = [];
  #source: DocumentSnapshot | null = null;

  constructor(text: string, size: number, open: Partial<DocumentSnapshot> = {}) {
    super(text, { text: text.slice(0, size), rest: { size: text.length - size }, ...open });
    this.piece = async ({ version, from }) => {
      await new Promise<void>((done) => this.pieces.push(done));
      if (this.rejection) return { ok: false, error: { code: "failed", message: this.rejection } };
      if (this.#source?.version !== version) this.#source = { ...this.document(), unsaved: open.unsaved ?? null };
      const { text: all, version: now } = this.#source;
      const at = version === now || (version === "" && all.startsWith(text.slice(0, from))) ? from : 0;
      const part = all.slice(at, at + size);
      const left = all.length - at - part.length;
      const document = { ...this.#source, text: part, ...(left > 0 ? { rest: { size: left } } : {}) };
      return { ok: true, piece: { document, from: at } satisfies Piece };
    };
  }

  async next(): Promise<boolean> {
    await wait(200);
    const piece = this.pieces.shift();
    piece?.();
    await wait(200);
    return piece !== undefined;
  }

  async all(): Promise<void> {
    void this.editor.loadAll();
    while (await this.next());
  }
}

const text = Array.from({ length: 40 }, (_, line) => `line ${line}\n`).join("");

describe("a text that arrives in pieces", () => {
  it("can be read from its beginning, shows its progress, and explains why it cannot be edited yet", async () => {
    const main = new SlowMain(text, 100);
    expect(main.editor.text()).toBe(text.slice(0, 100));
    expect(main.editor.$status.get()).toEqual({ status: "opening", message: "Opening… 32 %" });
    main.type(3, "no");
    expect(main.editor.text()).toBe(text.slice(0, 100));
    expect(main.announcements.join()).toMatch(/still loading/);
    void main.editor.loadAll();
    await main.next();
    expect(main.editor.text()).toBe(text.slice(0, 200));
    expect(main.editor.$status.get().message).toBe("Opening… 64 %");
    await main.all();
    expect(main.editor.text()).toBe(text);
    expect(state(main)).toBe("saved");
    expect(main.editor.isDirty()).toBe(false);
    main.type(0, "yes ");
    await wait(2000);
    expect(main.disk).toBe(`yes ${text}`);
    main.editor.run("undo");
    main.editor.run("undo");
    expect(main.editor.text()).toBe(text);
  });

  it("is neither saved nor sent before it is complete, whoever asks", async () => {
    const main = new SlowMain(text, 100);
    const saved = main.editor.save("by hand");
    main.editor.handleEvent("document:hand-over", { doc: "d1", requestId: 7 });
    main.editor.unmount();
    await main.editor.flush();
    await wait(5000);
    expect(main.names().filter((name) => name !== "document:piece")).toEqual(["document:handed-over"]);
    await main.all();
    await saved;
    expect(main.names()).toContain("document:save");
    expect(main.disk).toBe(text);
  });

  it("applies remote changes once it is complete", async () => {
    const main = new SlowMain(text, 100);
    void main.editor.loadAll();
    await main.next();
    main.write("line 2\n", "line two\n");
    await main.next();
    main.write("line 39\n", "the last line\n");
    expect(main.editor.text()).toBe(text.slice(0, 300));
    await main.all();
    expect(main.editor.text()).toBe(main.disk);
    expect(main.editor.isDirty()).toBe(false);
  });

  it("starts again if its beginning was of another version", async () => {
    const main = new SlowMain(text, 100, { version: "" });
    main.put(`another beginning\n${text}`);
    await main.all();
    expect(main.editor.text()).toBe(`another beginning\n${text}`);
  });

  it("includes what was written before loading started", async () => {
    const main = new SlowMain(text, 100);
    main.write("line 2\n", "line two\n");
    await main.all();
    expect(main.editor.text()).toBe(main.disk);
  });

  it("gets the recovered draft when it is complete, and saves it", async () => {
    const changes = [{ from: 250, to: 250, insert: "typed" }];
    const main = new SlowMain(text, 100, { unsaved: { seq: 4, changes } });
    expect(main.editor.isDirty()).toBe(true);
    main.editor.handleEvent("document:hand-over", { doc: "d1", requestId: 7 });
    await wait(1000);
    // Without an answer, main saves the draft itself.
    expect(main.names()).not.toContain("document:handed-over");
    await main.all();
    expect(main.editor.text()).toBe(applyChanges(text, changes));
    await wait(2000);
    expect(main.disk).toBe(applyChanges(text, changes));
  });

  it("is loaded completely before closing with a recovered draft, but not without", async () => {
    const changes = [{ from: 250, to: 250, insert: "typed" }];
    const dirty = new SlowMain(text, 100, { unsaved: { seq: 4, changes } });
    const closing = dirty.editor.close(false);
    await wait(100);
    expect(dirty.names()).not.toContain("document:close");
    await dirty.all();
    expect(await closing).toBe(true);
    expect(dirty.disk).toBe(applyChanges(text, changes));
    const clean = new SlowMain(text, 100);
    void clean.editor.loadAll();
    await wait(0);
    expect(await clean.editor.close(false)).toBe(true);
    await clean.next();
    await wait(10_000);
    expect(clean.names().filter((name) => name === "document:piece")).toHaveLength(1);
  });

  it("reports why loading failed, and retries", async () => {
    const main = new SlowMain(text, 100);
    main.rejection = "The disk is away.";
    const whole = main.editor.loadAll();
    await main.next();
    expect(await whole).toBe(false);
    expect(main.editor.$status.get()).toMatchObject({ status: "failed", message: /The disk is away/ });
    expect(await main.editor.saveAs()).toBe(false);
    expect(main.names()).not.toContain("document:save-as");
    main.rejection = null;
    await wait(3000);
    while (await main.next());
    expect(main.editor.text()).toBe(text);
    expect(state(main)).toBe("saved");
  });

  it("restores the view state once that part is loaded, unless the user moved the cursor", async () => {
    const viewState = { cursor: 300, scrollTop: 0, folds: [] as [number, number][] };
    const main = new SlowMain(text, 100);
    main.editor.restore(viewState);
    expect(main.editor.viewState()).toEqual(viewState);
    await main.all();
    expect(main.editor.selectedRange()).toEqual({ from: 300, to: 300 });
    const other = new SlowMain(text, 100);
    other.editor.restore(viewState);
    other.editor.edit({ selection: { anchor: 5 }, userEvent: "select" });
    await other.all();
    expect(other.editor.selectedRange()).toEqual({ from: 5, to: 5 });
  });

  it("is one text in two editors, one of which was opened while it was loading", async () => {
    const main = new SlowMain(text, 100);
    void main.editor.loadAll();
    await main.next();
    const beside = main.editor.duplicate();
    await main.all();
    expect(beside.text()).toBe(text);
    expect(beside.content().eq(main.editor.content())).toBe(true);
    beside.edit({ changes: { from: 0, insert: "beside " } });
    expect(main.editor.text()).toBe(`beside ${text}`);
  });

  it("with one giant line is added each time that has doubled, and can start again", async () => {
    const line = "word ".repeat(2000);
    const lengths = async (main: SlowMain) => {
      const seen = new Set<number>();
      void main.editor.loadAll();
      for (let piece = 0; await main.next(); piece++) {
        seen.add(main.editor.text().length);
        if (piece === 50) main.write("word", "words");
      }
      expect(main.editor.text()).toBe(main.disk);
      return seen.size;
    };
    expect(await lengths(new SlowMain(line, 100))).toBeLessThan(12);
    expect(await lengths(new SlowMain(line, 100, { version: "" }))).toBeLessThan(12);
    expect(await lengths(new SlowMain(line.replaceAll("word ", "word\n"), 100))).toBe(99);
    const restarted = new SlowMain(line, 100, { version: "" });
    restarted.put(`another ${line}`);
    await restarted.all();
    expect(restarted.editor.text()).toBe(`another ${line}`);
  });

  it("ends as the text on disk, whatever is written, requested and typed while it is loading", async () => {
    const runs = process.env["GALLEY_LONG"] ? 400 : 15;
    const act = fc.oneof(
      { weight: 4, arbitrary: fc.constant({ what: "piece" as const }) },
      fc.record({ what: fc.constant("write" as const), at: fc.nat(400), insert: fc.constantFrom("a\n", "bb", "") }),
      fc.record({ what: fc.constant("type" as const), at: fc.nat(90) }),
      fc.constantFrom({ what: "save" as const }, { what: "hand-over" as const }, { what: "beside" as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), fc.boolean(), fc.boolean(), async (acts, isUnread, isLine) => {
        const main = new SlowMain(isLine ? text.replaceAll("\n", " ") : text, 60, isUnread ? { version: "" } : {});
        let typed = 0;
        for (const each of acts) {
          if (each.what === "piece") {
            void main.editor.loadAll();
            await main.next();
          } else if (each.what === "write") {
            const at = Math.min(each.at, main.disk.length);
            main.splice({ from: at, to: Math.min(main.disk.length, at + 2), insert: each.insert }, "notified", claude);
          } else if (each.what === "type") {
            const before = main.editor.text();
            main.type(Math.min(each.at, before.length), "§");
            if (main.editor.text() !== before) typed += 1;
          } else if (each.what === "save") void main.editor.save("auto");
          else if (each.what === "beside") main.editor.duplicate();
          else main.editor.handleEvent("document:hand-over", { doc: "d1", requestId: 1 });
        }
        await main.all();
        await wait(10_000);
        if (main.editor.$conflicts.get() > 0) return;
        expect(main.editor.text()).toBe(main.disk);
        expect(main.disk.split("§").length - 1).toBeLessThanOrEqual(typed);
        expect(state(main)).toBe("saved");
      }),
      { numRuns: runs },
    );
  });
});

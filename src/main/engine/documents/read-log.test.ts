import { describe, expect, it } from "vitest";
import { createReadLog } from "./read-log";

const path = "/w/a.md";

describe("one caller", () => {
  it("knows nothing of documents that it never read", () => {
    expect(createReadLog().caller("a").of(path)).toBeNull();
  });

  it("knows the version and the lines it was shown, joined", () => {
    const reads = createReadLog().caller("a");
    reads.saw(path, "1", { from: 10, to: 20 });
    reads.saw(path, "1", { from: 1, to: 4 });
    reads.saw(path, "1", { from: 5, to: 6 });
    reads.saw(path, "1", { from: 15, to: 25 });
    const lines = [
      { from: 1, to: 6 },
      { from: 10, to: 25 },
    ];
    expect(reads.of(path)).toEqual({ version: "1", numbersHold: true, lines });
  });

  it("starts over after a read of another version", () => {
    const reads = createReadLog().caller("a");
    reads.saw(path, "1", { from: 1, to: 4 });
    reads.saw(path, "2", { from: 9, to: 9 });
    expect(reads.of(path)?.lines).toEqual([{ from: 9, to: 9 }]);
  });

  it("counts a named version as a read without lines", () => {
    const reads = createReadLog().caller("a");
    reads.saw(path, "1", null);
    expect(reads.of(path)).toEqual({ version: "1", numbersHold: true, lines: [] });
  });

  it("keeps its knowledge through its own edits, and line numbers if the number of lines stays", () => {
    const reads = createReadLog().caller("a");
    reads.saw(path, "1", { from: 1, to: 4 });
    reads.edited(path, "1", "2", "same");
    expect(reads.of(path)).toEqual({ version: "2", numbersHold: true, lines: [{ from: 1, to: 4 }] });
    reads.edited(path, "2", "3", "other");
    expect(reads.of(path)).toMatchObject({ version: "3", numbersHold: false });
    reads.edited(path, "3", "4", "same");
    expect(reads.of(path)).toMatchObject({ version: "4", numbersHold: false });
    reads.saw(path, "4", { from: 1, to: 2 });
    expect(reads.of(path)).toEqual({ version: "4", numbersHold: true, lines: [{ from: 1, to: 2 }] });
  });

  it("learns nothing from an edit of text that it had not read", () => {
    const reads = createReadLog().caller("a");
    reads.edited(path, "1", "2", "same");
    expect(reads.of(path)).toBeNull();
    reads.saw(path, "2", { from: 1, to: 1 });
    reads.edited(path, "3", "4", "same");
    expect(reads.of(path)?.version).toBe("2");
  });
});

describe("many callers", () => {
  it("have separate logs, which are dropped when they leave", () => {
    const log = createReadLog();
    log.caller("a").saw(path, "1", null);
    expect(log.caller("b").of(path)).toBeNull();
    log.forget("a");
    expect(log.caller("a").of(path)).toBeNull();
  });

  it("are limited: the least recently used documents and callers are dropped first", () => {
    const log = createReadLog();
    const first = log.caller("first");
    for (let index = 0; index <= 2000; index++) {
      first.saw(`/w/${index}`, "1", null);
      first.saw("/w/often", "1", null);
    }
    expect(first.of("/w/0")).toBeNull();
    expect(first.of("/w/often")).not.toBeNull();
    for (let index = 0; index < 1000; index++) log.caller(`caller ${index}`).saw(path, "1", null);
    expect(first.of("/w/often")).toBeNull();
    expect(log.caller("caller 999").of(path)).not.toBeNull();
  });
});

describe("what was shown", () => {
  const seenIn = (log: ReturnType<typeof createReadLog>) => log.caller("a").seen(path);

  it("is recorded for lines and paragraphs, and follows the document from version to version", () => {
    const log = createReadLog();
    const reads = log.caller("a");
    reads.saw(path, "1", { from: 1, to: 3 });
    reads.sawParagraphs(path, "1", { paragraphs: [["p", "key"]], lines: [{ from: 7, to: 8 }] });
    expect([...log.seenVersions(path)]).toEqual(["1"]);
    log.follow(path, "1", "2", (lines) => lines.map(({ from, to }) => ({ from: from + 1, to: to + 1 })));
    expect(seenIn(log)).toMatchObject({
      version: "2",
      lines: [
        { from: 2, to: 4 },
        { from: 8, to: 9 },
      ],
    });
    expect(seenIn(log)?.paragraphs.get("p")).toBe("key");
    log.follow(path, "1", "9", () => []);
    log.follow(path, "2", "3", () => []);
    expect(seenIn(log)?.version).toBe("2");
  });

  it("by paragraph gives no line numbers", () => {
    const reads = createReadLog().caller("a");
    reads.saw(path, "1", { from: 1, to: 3 });
    reads.sawParagraphs(path, "1", { paragraphs: [], lines: [] });
    expect(reads.of(path)?.numbersHold).toBe(true);
    reads.sawParagraphs(path, "2", { paragraphs: [], lines: [{ from: 1, to: 3 }] });
    expect(reads.of(path)).toEqual({ version: "2", numbersHold: false, lines: [] });
  });
});

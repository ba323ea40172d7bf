import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readParagraphs } from "../../../core/markdown/paragraphs";
import { extentOf, linesReadIn, paragraphsRead } from "../../../core/markdown/reading-coverage";
import { listSections, parseOutline } from "../../../core/markdown/sections";
import { joinLineRanges } from "../../../core/text/line-ranges";
import type { Reading } from "../../../shared/contract";
import type { ReadNews } from "../../engine/documents/announced-reads";
import { engineForTests } from "../../engine/tools/engine-for-tests";
import { createCopies } from "./context";
import { WorkingCopy } from "./open-document";
import { createReadings } from "./read-ranges";

const place = { path: "/w/a.md", realPath: "/w/a.md" };
const caller = (name: string) => ({ id: `id of ${name}`, name, roots: ["/w"] });

/** Read ranges of one document with six lines, `line 1` to `line 6`, at version `v1`. */
function desk(text = "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n") {
  const copies = createCopies(() => undefined);
  const sent: { version: string; readings: Reading[] }[] = [];
  const at = { text, version: "v1", encoding: "UTF-8", lineEnding: "LF", warnings: [], readOnly: null };
  const window = { send: (_name: string, event: object) => sent.push(event as never) > 0 };
  const copy = new WorkingCopy(window as never, "doc", place, "a.md", at);
  const readings = createReadings({ copies }, (id) => id.startsWith("id of "));
  const open = () => {
    copies.add(copy);
    readings.placesChanged();
  };
  open();
  const reads = (name: string, from: number, to: number, more: Partial<ReadNews> = {}) =>
    readings.heard({
      ...{ caller: caller(name), tool: "doc_read", realPath: place.realPath, version: copy.at.version },
      ...{ lines: [{ from, to }], kind: "shown" as const, ...more },
    } as ReadNews);
  const writes = (version: string, changed: string) => copy.moveTo({ ...copy.at, version, text: changed }, copy.by);
  const told = () => {
    vi.advanceTimersByTime(200);
    const last = sent.at(-1);
    return last?.readings.map(
      ({ by, kind, tool, lines }) => `${by} ${kind} ${lines.map(({ from, to }) => `${from}-${to}`).join(" ")} ${tool}`,
    );
  };
  return { copies, copy, readings, sent, reads, writes, told, open };
}

describe("the read ranges of an open document", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("are sent once for many that arrive together, each line with its last read", () => {
    const { reads, told, sent } = desk();
    for (let line = 1; line <= 6; line++) reads("Claude", line, line);
    reads("Codex", 2, 3, { tool: "read_file" });
    expect(told()).toEqual(["Claude read 1-6 doc_read", "Codex read 2-3 read_file"]);
    reads("Claude", 2, 2, { tool: "text_editor" });
    expect(told()).toEqual(["Claude read 1-1 3-6 doc_read", "Codex read 2-3 read_file", "Claude read 2-2 text_editor"]);
    expect(sent).toHaveLength(2);
  });

  test("move with the text, and lines that were written to are no longer read", () => {
    const { reads, told, writes, readings, copy } = desk();
    reads("Claude", 1, 6);
    writes("v2", "new\nline 1\nline 2\nchanged\nline 4\nline 5\nline 6\n");
    reads("Claude", 1, 1, { tool: "grep" });
    expect(told()).toEqual(["Claude read 2-3 5-7 doc_read", "Claude read 1-1 grep"]);
    const changes = [{ from: 0, to: 4, insert: "" }];
    writes("v3", copy.at.text.slice(4));
    readings.followed({ realPath: place.realPath, from: "v2", to: "v3", changes } as never);
    readings.tellAll();
    expect(told()).toEqual(["Claude read 1-2 4-6 doc_read"]);
  });

  test("of an earlier version are mapped to the current one; of a later one they wait for it", () => {
    const { reads, told, writes, readings } = desk();
    writes("v2", "new\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\n");
    reads("Claude", 2, 2, { version: "v1" });
    expect(told()).toEqual(["Claude read 3-3 doc_read"]);
    reads("Claude", 1, 1, { version: "v3" });
    expect(told()).toEqual(["Claude read 3-3 doc_read"]);
    writes("v3", "newer\nnew\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\n");
    readings.followed({ realPath: place.realPath, from: null, to: "v3", changes: [] } as never);
    expect(told()).toEqual(["Claude read 1-1 4-4 doc_read"]);
  });

  test("count for agents only, and end when the user clears them or closes the document", () => {
    const { reads, told, readings, copies, copy, sent, open } = desk();
    reads("Claude", 1, 2, { caller: { id: "the person", name: "you", roots: [] } });
    expect(told()).toBeUndefined();
    reads("Claude", 1, 2);
    expect(told()).toHaveLength(1);
    readings.clear("doc");
    expect(told()).toEqual([]);
    reads("Claude", 1, 2);
    copies.remove(copy);
    readings.placesChanged();
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(2);
    open();
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(2);
  });

  test("from before it was opened are there when it is opened as it was read", () => {
    const { reads, told, copies, copy, open, readings, sent } = desk();
    copies.remove(copy);
    readings.placesChanged();
    reads("Claude", 3, 4);
    open();
    expect(told()).toEqual(["Claude read 3-4 doc_read"]);
    copies.remove(copy);
    readings.placesChanged();
    reads("Claude", 3, 4, { version: "v0" });
    open();
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(1);
  });

  test("of searches are the last few, each with all its matches", () => {
    const { reads, told } = desk();
    const finds = (sought: string, line: number) =>
      reads("Claude", line, line, { kind: "found", tool: "grep", sought } as never);
    finds("“a”", 1);
    finds("“b”", 2);
    finds("“a”", 3);
    expect(told()).toEqual(["Claude matched 2-2 grep", "Claude matched 3-3 grep"]);
    for (let n = 0; n < 30; n++) finds(`“${n}”`, 4);
    expect(told()).toHaveLength(12);
  });

  test("include what an edit shows of the text before it, and do not mark the rest as read again", () => {
    const { reads, told, writes } = desk();
    reads("Claude", 1, 6);
    writes("v2", "line 1\nLINE 2\nline 3\nline 4\nline 5\nline 6\n");
    reads("Claude", 1, 6, { kind: "kept", tool: "text_editor" });
    expect(told()).toEqual(["Claude read 1-1 3-6 doc_read", "Claude read 2-2 text_editor"]);
  });

  test("stay bounded, however an agent reads", () => {
    const { reads, told, sent } = desk(Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join(""));
    for (let n = 0; n < 300; n++) {
      vi.advanceTimersByTime(61_000);
      reads(`Agent ${n % 3}`, 1 + n * 7, 3 + n * 7);
    }
    told();
    expect(sent.at(-1)?.readings.length).toBeLessThanOrEqual(40);
    const lines = new Set(sent.at(-1)?.readings.flatMap(({ lines }) => lines.map(({ from }) => from)));
    expect(lines.size).toBe(300);
    const scattered = Array.from({ length: 9_000 }, (_, n) => ({ from: 2 * n + 1, to: 2 * n + 1 }));
    reads("Claude", 1, 1, { lines: scattered });
    told();
    expect(sent.at(-1)?.readings.flatMap(({ lines }) => lines).length).toBeLessThanOrEqual(4_000);
  });
});

type Step =
  | { do: "lines"; from: number; count: number }
  | { do: "paragraphs"; offset: number; limit: number }
  | { do: "section"; at: number }
  | { do: "search"; word: string }
  | { do: "write"; at: number; words: string };

const someStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("lines" as const), from: fc.integer({ min: 1, max: 30 }), count: fc.nat(6) }),
  fc.record({
    do: fc.constant("paragraphs" as const),
    offset: fc.integer({ min: 1, max: 12 }),
    limit: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ do: fc.constant("section" as const), at: fc.nat(5) }),
  fc.record({ do: fc.constant("search" as const), word: fc.constantFrom("one", "ships", "ice", "to") }),
);
const someWrite: fc.Arbitrary<Step> = fc.record({
  do: fc.constant("write" as const),
  at: fc.nat(29),
  words: fc.constantFrom("x", "a new\n\nparagraph\n", "", "# Heading\n", "\n"),
});

const text = `---
title: Plan
---
Before all.

# Plan

What we mean to do,
and why.

- one
- two

## Goals

To arrive.

### By winter

\`\`\`
ice

code
\`\`\`

## Scope

Two ships.

| a | b |
|---|---|
| 1 | 2 |
`;

/** Runs the steps through the engine and compares the tool's `coverage` with what the renderer would count. */
async function compare(steps: readonly Step[]) {
  const { engine, call } = engineForTests({ "a.md": text });
  const read = await engine.documents.read("/w/a.md", ["/w"]);
  const copies = createCopies(() => undefined);
  let told: Reading[] = [];
  const send = (_: string, event: { readings: Reading[] }) => {
    told = event.readings;
    return true;
  };
  const copy = new WorkingCopy({ send } as never, "doc", place, "a.md", { ...read, readOnly: null });
  copies.add(copy);
  const readings = createReadings({ copies }, () => true, 0);
  engine.onRead((news) => readings.heard(news));
  engine.documents.onChange((change) => {
    copy.moveTo({ ...copy.at, text: change.text, version: change.to }, change.by);
    readings.followed(change);
  });
  for (const step of steps) {
    if (step.do === "lines")
      await call("text_editor", {
        ...{ action: "read", path: "a.md", line_from: step.from, line_to: step.from + step.count },
      });
    if (step.do === "paragraphs") await call("read_file", { path: "a.md", offset: step.offset, limit: step.limit });
    if (step.do === "section") await call("doc_read", { file: "a.md", section: `#${step.at}` });
    if (step.do === "search") await call("grep", { path: "a.md", pattern: step.word });
    if (step.do === "write") {
      const lines = copy.at.text.split("\n");
      lines.splice(step.at, 1, step.words);
      await engine.documents.change("/w/a.md", ["/w"], {
        ...{ by: { kind: "agent", name: "other" }, reason: "a test" },
        edit: () => ({ content: lines.join("\n") }),
      });
      // The tool's read log follows a moment later.
      await new Promise((done) => setImmediate(done));
    }
  }
  readings.tellAll();
  await vi.waitFor(() => new Promise((done) => setTimeout(done, 2)));
  const tool = await call("coverage", { path: "a.md" });
  const lines = joinLineRanges(told.filter(({ kind }) => kind === "read").flatMap((reading) => reading.lines));
  const paragraphs = readParagraphs(copy.at.text, "markdown");
  const isRead = paragraphsRead(paragraphs, lines);
  const sections = listSections(parseOutline(copy.at.text));
  const page = linesReadIn(
    sections.map(({ lineStart, ownEnd }) => ({ from: lineStart, to: ownEnd })),
    paragraphs,
    isRead,
  );
  const data = tool.data as {
    paragraphs: { read: number };
    sections: { read: string; lines_read: number; lines_total: number }[];
  };
  await engine.close();
  return { data, page, count: isRead.filter(Boolean).length };
}

test("the renderer counts exactly what coverage tells the agent, whatever it has read", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { maxLength: 6 }), async (steps) => {
      const { data, page, count } = await compare(steps);
      expect(count).toBe(data.paragraphs.read);
      expect(page.map(({ read, total }) => [extentOf({ read, total }), read, total])).toEqual(
        data.sections.map(({ read, lines_read, lines_total }) => [read, lines_read, lines_total]),
      );
    }),
    { numRuns: 25 },
  );
});

test("after others have written, the renderer never counts more than coverage does", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(someStep, someWrite), { maxLength: 8 }), async (steps) => {
      const { data, page, count } = await compare(steps);
      expect(count).toBeLessThanOrEqual(data.paragraphs.read);
      for (const [index, { read, total }] of page.entries()) {
        expect(total).toBe(data.sections[index]?.lines_total);
        expect(read).toBeLessThanOrEqual(data.sections[index]?.lines_read ?? 0);
      }
    }),
    { numRuns: 25 },
  );
});

import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { coverageLevel, coverageOfSpans, paragraphsRead } from "../../../core/markdown/line-coverage";
import { readParagraphs } from "../../../core/markdown/paragraphs";
import { listSections, parseOutline } from "../../../core/markdown/sections";
import { joinLineRanges } from "../../../core/text/line-ranges";
import type { ReadRange } from "../../../shared/contract";
import type { ReadNews } from "../../engine/documents/announced-reads";
import { engineForTests } from "../../engine/tools/engine-for-tests";
import { createOpenDocuments } from "./context";
import { OpenDocument } from "./open-document";
import { createReadRanges } from "./read-ranges";

const location = { path: "/w/a.md", realPath: "/w/a.md" };
const caller = (name: string) => ({ id: `id of ${name}`, name, roots: ["/w"] });

/** Read ranges of one document with six lines, `line 1` to `line 6`, at version `v1`. */
function setUp(text = "line 1\nline 2\nline 3\nline 4\nline 5\nline 6\n") {
  const openDocuments = createOpenDocuments(() => undefined);
  const sent: { version: string; ranges: ReadRange[] }[] = [];
  const at = { text, version: "v1", encoding: "UTF-8", lineEnding: "LF", warnings: [], readOnly: null };
  const window = { send: (_name: string, event: object) => sent.push(event as never) > 0 };
  const document = new OpenDocument(window as never, "doc", location, "a.md", at);
  const readRanges = createReadRanges({ openDocuments }, (id) => id.startsWith("id of "));
  const open = () => {
    openDocuments.add(document);
    readRanges.openDocumentsChanged();
  };
  open();
  const reads = (name: string, from: number, to: number, more: Partial<ReadNews> = {}) =>
    readRanges.handleRead({
      caller: caller(name),
      tool: "doc_read",
      realPath: location.realPath,
      version: document.at.version,
      lines: [{ from, to }],
      kind: "shown" as const,
      ...more,
    } as ReadNews);
  const writes = (version: string, changed: string) =>
    document.moveTo({ ...document.at, version, text: changed }, document.by);
  const sentRanges = () => {
    vi.advanceTimersByTime(200);
    const last = sent.at(-1);
    return last?.ranges.map(
      ({ by, kind, tool, lines }) => `${by} ${kind} ${lines.map(({ from, to }) => `${from}-${to}`).join(" ")} ${tool}`,
    );
  };
  return { openDocuments, document, readRanges, sent, reads, writes, sentRanges, open };
}

describe("the read ranges of an open document", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("are sent once for many that arrive together, each line with its last read", () => {
    const { reads, sentRanges, sent } = setUp();
    for (let line = 1; line <= 6; line++) reads("Claude", line, line);
    reads("Codex", 2, 3, { tool: "read_file" });
    expect(sentRanges()).toEqual(["Claude read 1-6 doc_read", "Codex read 2-3 read_file"]);
    reads("Claude", 2, 2, { tool: "text_editor" });
    expect(sentRanges()).toEqual([
      "Claude read 1-1 3-6 doc_read",
      "Codex read 2-3 read_file",
      "Claude read 2-2 text_editor",
    ]);
    expect(sent).toHaveLength(2);
  });

  test("move with the text, and lines that were written to are no longer read", () => {
    const { reads, sentRanges, writes, readRanges, document } = setUp();
    reads("Claude", 1, 6);
    writes("v2", "new\nline 1\nline 2\nchanged\nline 4\nline 5\nline 6\n");
    reads("Claude", 1, 1, { tool: "grep" });
    expect(sentRanges()).toEqual(["Claude read 2-3 5-7 doc_read", "Claude read 1-1 grep"]);
    const changes = [{ from: 0, to: 4, insert: "" }];
    writes("v3", document.at.text.slice(4));
    readRanges.handleChange({ realPath: location.realPath, from: "v2", to: "v3", changes } as never);
    readRanges.sendAll();
    expect(sentRanges()).toEqual(["Claude read 1-2 4-6 doc_read"]);
  });

  test("of an earlier version are mapped to the current one; of a later one they wait for it", () => {
    const { reads, sentRanges, writes, readRanges } = setUp();
    writes("v2", "new\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\n");
    reads("Claude", 2, 2, { version: "v1" });
    expect(sentRanges()).toEqual(["Claude read 3-3 doc_read"]);
    reads("Claude", 1, 1, { version: "v3" });
    expect(sentRanges()).toEqual(["Claude read 3-3 doc_read"]);
    writes("v3", "newer\nnew\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\n");
    readRanges.handleChange({ realPath: location.realPath, from: null, to: "v3", changes: [] } as never);
    expect(sentRanges()).toEqual(["Claude read 1-1 4-4 doc_read"]);
  });

  test("count for agents only, and end when the user clears them or closes the document", () => {
    const { reads, sentRanges, readRanges, openDocuments, document, sent, open } = setUp();
    reads("Claude", 1, 2, { caller: { id: "the user", name: "you", roots: [] } });
    expect(sentRanges()).toBeUndefined();
    reads("Claude", 1, 2);
    expect(sentRanges()).toHaveLength(1);
    readRanges.clear("doc");
    expect(sentRanges()).toEqual([]);
    reads("Claude", 1, 2);
    openDocuments.remove(document);
    readRanges.openDocumentsChanged();
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(2);
    open();
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(2);
  });

  test("from before it was opened are there when it is opened as it was read", () => {
    const { reads, sentRanges, openDocuments, document, open, readRanges, sent } = setUp();
    openDocuments.remove(document);
    readRanges.openDocumentsChanged();
    reads("Claude", 3, 4);
    open();
    expect(sentRanges()).toEqual(["Claude read 3-4 doc_read"]);
    openDocuments.remove(document);
    readRanges.openDocumentsChanged();
    reads("Claude", 3, 4, { version: "v0" });
    open();
    vi.advanceTimersByTime(1000);
    expect(sent).toHaveLength(1);
  });

  test("of searches are the last few, each with all its matches", () => {
    const { reads, sentRanges } = setUp();
    const finds = (sought: string, line: number) =>
      reads("Claude", line, line, { kind: "found", tool: "grep", sought } as never);
    finds("“a”", 1);
    finds("“b”", 2);
    finds("“a”", 3);
    expect(sentRanges()).toEqual(["Claude matched 2-2 grep", "Claude matched 3-3 grep"]);
    for (let n = 0; n < 30; n++) finds(`“${n}”`, 4);
    expect(sentRanges()).toHaveLength(12);
  });

  test("include what an edit shows of the text before it, and do not mark the rest as read again", () => {
    const { reads, sentRanges, writes } = setUp();
    reads("Claude", 1, 6);
    writes("v2", "line 1\nLINE 2\nline 3\nline 4\nline 5\nline 6\n");
    reads("Claude", 1, 6, { kind: "kept", tool: "text_editor" });
    expect(sentRanges()).toEqual(["Claude read 1-1 3-6 doc_read", "Claude read 2-2 text_editor"]);
  });

  test("stay bounded, however an agent reads", () => {
    const { reads, sentRanges, sent } = setUp(Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`).join(""));
    for (let n = 0; n < 300; n++) {
      vi.advanceTimersByTime(61_000);
      reads(`Agent ${n % 3}`, 1 + n * 7, 3 + n * 7);
    }
    sentRanges();
    expect(sent.at(-1)?.ranges.length).toBeLessThanOrEqual(40);
    const lines = new Set(sent.at(-1)?.ranges.flatMap(({ lines }) => lines.map(({ from }) => from)));
    expect(lines.size).toBe(300);
    const scattered = Array.from({ length: 9_000 }, (_, n) => ({ from: 2 * n + 1, to: 2 * n + 1 }));
    reads("Claude", 1, 1, { lines: scattered });
    sentRanges();
    expect(sent.at(-1)?.ranges.flatMap(({ lines }) => lines).length).toBeLessThanOrEqual(4_000);
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
  const openDocuments = createOpenDocuments(() => undefined);
  let ranges: ReadRange[] = [];
  const send = (_: string, event: { ranges: ReadRange[] }) => {
    ranges = event.ranges;
    return true;
  };
  const document = new OpenDocument({ send } as never, "doc", location, "a.md", { ...read, readOnly: null });
  openDocuments.add(document);
  const readRanges = createReadRanges({ openDocuments }, () => true, 0);
  engine.onRead((news) => readRanges.handleRead(news));
  engine.documents.onChange((change) => {
    document.moveTo({ ...document.at, text: change.text, version: change.to }, change.by);
    readRanges.handleChange(change);
  });
  for (const step of steps) {
    if (step.do === "lines")
      await call("text_editor", {
        action: "read",
        path: "a.md",
        line_from: step.from,
        line_to: step.from + step.count,
      });
    if (step.do === "paragraphs") await call("read_file", { path: "a.md", offset: step.offset, limit: step.limit });
    if (step.do === "section") await call("doc_read", { file: "a.md", section: `#${step.at}` });
    if (step.do === "search") await call("grep", { path: "a.md", pattern: step.word });
    if (step.do === "write") {
      const lines = document.at.text.split("\n");
      lines.splice(step.at, 1, step.words);
      await engine.documents.change("/w/a.md", ["/w"], {
        by: { kind: "agent", name: "other" },
        reason: "a test",
        edit: () => ({ content: lines.join("\n") }),
      });
      // The tool's read log follows a moment later.
      await new Promise((done) => setImmediate(done));
    }
  }
  readRanges.sendAll();
  await vi.waitFor(() => new Promise((done) => setTimeout(done, 2)));
  const tool = await call("coverage", { path: "a.md" });
  const lines = joinLineRanges(ranges.filter(({ kind }) => kind === "read").flatMap((range) => range.lines));
  const paragraphs = readParagraphs(document.at.text, "markdown");
  const isRead = paragraphsRead(paragraphs, lines);
  const sections = listSections(parseOutline(document.at.text));
  const page = coverageOfSpans(
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
      expect(page.map(({ read, total }) => [coverageLevel({ read, total }), read, total])).toEqual(
        data.sections.map(({ read, lines_read, lines_total }) => [read, lines_read, lines_total]),
      );
    }),
    { numRuns: process.env["GALLEY_LONG"] ? 250 : 7 },
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
    { numRuns: process.env["GALLEY_LONG"] ? 250 : 7 },
  );
});

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { installedReadmes, specExamples } from "../markdown/referee.fixture";
import { listSections, parseOutline } from "../markdown/sections";
import { applyChanges, type Change } from "../text/change";
import { documents } from "../text/documents.fixture";
import { runs } from "../text/texts.fixture";
import { type LiveOutline, liveHeadings, openOutline, updateOutline } from "./live-outline";

/** What a live outline must have in common with one that is built from scratch. */
const shown = ({ frontmatter, lineCount, length, ...live }: LiveOutline) => ({
  lineCount,
  length,
  frontmatter: frontmatter?.lineEnd,
  headings: liveHeadings({ frontmatter, lineCount, length, ...live }),
});

const wanted = (text: string): ReturnType<typeof shown> => {
  const outline = parseOutline(text);
  return {
    lineCount: outline.lineCount,
    length: text.length,
    frontmatter: outline.frontmatter?.lineEnd,
    headings: listSections(outline).map(({ title, level, lineStart, headingEnd, from }) => ({
      title,
      level,
      lineStart,
      headingEnd,
      from,
    })),
  };
};

const examples = specExamples().map((example) => example.slice(1));
const marks = [
  "\n",
  "\n\n",
  "# A",
  "---",
  "---\n",
  "...\n",
  "===\n",
  "```\n",
  "~~~",
  "<!--",
  "-->",
  "> ",
  "- ",
  "  ",
  "    ",
  "1. ",
];
const inserted = fc.oneof(
  fc.constantFrom(...marks, "[ref]: /u\n", "# [ref]\n", "", "a", "<div>\n", "| a |\n|---|\n"),
  fc.constantFrom(...examples),
);
/** Positions are fractions of the text, so that they are valid in any text; many are at the start or end of a line. */
const position = fc.record({
  share: fc.nat(10_000),
  at: fc.constantFrom("anywhere", "line start", "line end"),
  length: fc.oneof(fc.constantFrom(0, 0, 1), fc.nat(60)),
  insert: inserted,
});
const edit = fc.array(position, { minLength: 1, maxLength: 3 });

type Position = typeof position extends fc.Arbitrary<infer T> ? T : never;

function changesOf(text: string, positions: readonly Position[]): Change[] {
  const changes: Change[] = [];
  let last = -1;
  for (const { share, at, length, insert } of [...positions].sort((a, b) => a.share - b.share)) {
    const offset = Math.floor((share / 10_000) * text.length);
    const [start, end] = [text.lastIndexOf("\n", offset - 1) + 1, text.indexOf("\n", offset)];
    const from = at === "line start" ? start : at === "line end" && end >= 0 ? end : offset;
    if (from <= last) continue;
    const to = Math.min(text.length, from + length);
    changes.push({ from, to, insert });
    last = to;
  }
  return changes;
}

/** Short pieces have many boundaries. */
const grains = fc.constantFrom(1, 8, 64, 4096);

const holds = (whole: fc.Arbitrary<string>, numRuns: number) =>
  fc.assert(
    fc.property(whole, fc.array(edit, { maxLength: 8 }), grains, (beginning, edits, grain) => {
      let text = beginning;
      let live = openOutline(text, grain);
      expect(shown(live)).toEqual(wanted(text));
      for (const positions of edits) {
        const changes = changesOf(text, positions);
        text = applyChanges(text, changes);
        live = updateOutline(live, changes, text);
        expect(shown(live)).toEqual(wanted(text));
      }
    }),
    runs(numRuns),
  );

it("after any edits, the outline equals one that is built from scratch", () => {
  holds(documents, 150);
});

it("the outline of a document with many pieces equals one that is built from scratch", () => {
  const many = fc.array(fc.oneof(documents, fc.constantFrom(...examples)), { minLength: 20, maxLength: 60 });
  holds(
    many.map((parts) => parts.join("\n")),
    40,
  );
});

it("the outlines of installed READMEs equal those that are built from scratch", () => {
  const all = installedReadmes().map((path) => readFileSync(path, "utf8").replaceAll(/\r\n?|^\ufeff/g, "\n"));
  const long = all.filter((text) => text.length > 10_000);
  expect(long.length).toBeGreaterThan(20);
  holds(fc.constantFrom(...long), 60);
});

/** Rare edits: `text`, and then its text after one change. */
const becomes = (text: string, change: Change) => {
  const after = applyChanges(text, [change]);
  for (const grain of [1, 4096]) {
    expect(shown(updateOutline(openOutline(text, grain), [change], after))).toEqual(wanted(after));
  }
};

it("a heading whose line joins the block before it is no longer a heading of the document", () => {
  becomes("- a\n\n# B\n# C\n", { from: 5, to: 5, insert: "  " });
  becomes("- a\n\n  # B\n# C\n", { from: 5, to: 7, insert: "" });
  becomes("a\n# B\n", { from: 1, to: 2, insert: "" });
  becomes("# A\n# B\n# C\n", { from: 3, to: 4, insert: "" });
  becomes("# A\n# B\n# C\n", { from: 3, to: 8, insert: "" });
});

it("edits can start, end, extend and remove front matter", () => {
  becomes("---\nab: 1\n---\n# A\n", { from: 4, to: 9, insert: "---\nb" });
  becomes("---\na\n---\n# A\n", { from: 4, to: 4, insert: "title: x\n" });
  becomes("---\na\n---\n# A\n", { from: 9, to: 10, insert: "" });
  becomes("---\na\n---\n# A\n", { from: 10, to: 10, insert: "# B\n" });
  becomes("---\na\n---", { from: 9, to: 9, insert: "-\n# B" });
  becomes("---\na\n# A\n", { from: 6, to: 6, insert: "---\n" });
  becomes("---\na\n# A\n", { from: 6, to: 6, insert: "...\n" });
  becomes("---\na\n...\n# A\n", { from: 6, to: 9, insert: "---" });
  becomes("---\na\n...\n# A\n---\n", { from: 6, to: 9, insert: "" });
  becomes("a\n---\n# A\n---\n", { from: 0, to: 2, insert: "" });
});

it("a title changes with the definition of a reference in it", () => {
  const text = `# [a][b] c\n\n${"text\n\n".repeat(2000)}`;
  const change = { from: text.length, to: text.length, insert: "[b]: /u\n" };
  expect(liveHeadings(openOutline(text))[0]?.title).toBe("[a][b] c");
  const after = updateOutline(openOutline(text), [change], text + change.insert);
  expect(liveHeadings(after)[0]?.title).toBe("a c");
});

it("an edit reads only the pieces around it, however long the document is", () => {
  const part = "# Heading\n\nSome text that goes on.\n\n- one\n- two\n\n";
  for (const size of [100_000, 1_000_000]) {
    const text = part.repeat(size / part.length);
    let read = 0;
    const counted = (whole: string) => ({
      length: whole.length,
      slice(from: number, to: number) {
        read += to - from;
        return whole.slice(from, to);
      },
    });
    const live = openOutline(text);
    const from = Math.floor(text.length / 2);
    const after = `${text.slice(0, from)}x${text.slice(from)}`;
    const updated = updateOutline(live, [{ from, to: from, insert: "x" }], counted(after));
    expect(read).toBeLessThan(40_000);
    expect(updated.pieces.filter((piece) => !live.pieces.includes(piece)).length).toBeLessThan(6);
  }
});

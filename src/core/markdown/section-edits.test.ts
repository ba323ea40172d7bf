import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges } from "../text/change";
import { documents, linesOf } from "../text/documents.fixture";
import { findSection, type SectionTarget } from "./section-address";
import { deleteSection, type InsertPosition, insertSection, readSection, replaceSection } from "./section-edits";
import { listSections, type Outline, parseOutline } from "./sections";

const aim = (text: string, address: string): SectionTarget => {
  const found = findSection(parseOutline(text), address);
  if (found.status !== "found") throw new Error(`${address}: ${found.status}`);
  return found.target;
};

/** Documents are written on one line, as in `linesOf`; edits return the document as lines. */
const replace = (
  document: string,
  address: string,
  content: string,
  { keepHeading = true, includeChildren = true } = {},
) => {
  const text = linesOf(document);
  const options = { content: linesOf(content), keepHeading, includeChildren };
  const edit = replaceSection(text, parseOutline(text), aim(text, address), options);
  if (edit.status === "refused") throw new Error(edit.message);
  expect(applyChanges(text, edit.changes)).toBe(edit.text);
  return edit;
};

const insert = (document: string, address: string, content: string, position: InsertPosition = "after") => {
  const text = linesOf(document);
  const edit = insertSection(text, parseOutline(text), aim(text, address), { content: linesOf(content), position });
  if (edit.status === "refused") throw new Error(edit.message);
  expect(applyChanges(text, edit.changes)).toBe(edit.text);
  return edit;
};

const remove = (document: string, address: string, { includeChildren = true } = {}) => {
  const text = linesOf(document);
  const edit = deleteSection(text, parseOutline(text), aim(text, address), { includeChildren });
  expect(applyChanges(text, edit.changes)).toBe(edit.text);
  return edit;
};

test("a replaced section keeps its heading, and the blank lines around it", () => {
  const edit = replace("# A /  / old / more /  /  / # B", "a", "new");
  expect(edit).toMatchObject({
    text: linesOf("# A /  / new /  /  / # B"),
    oldContent: linesOf("# A /  / old / more /  / "),
    path: "a",
    newLineStart: 1,
    newLineEnd: 5,
    newLineCount: 5,
    warnings: [],
  });
});

test("one blank line is added if nothing separated old and new text", () => {
  expect(replace("# A / old / # B / b", "a", "new").text).toBe(linesOf("# A /  / new /  / # B / b"));
  expect(replace("# A / # B / b", "a", "new").text).toBe(linesOf("# A /  / new /  / # B / b"));
  expect(replace("# A /  / # B", "a", "new").text).toBe(linesOf("# A /  / new /  / # B"));
  expect(replace("# A", "a", " /  / new /  / ").text).toBe(linesOf("# A /  / new"));
  const whole = replace("p / # A / old / # B", "a", "# N / new", { keepHeading: false });
  expect(whole).toMatchObject({
    text: linesOf("p /  / # N / new /  / # B"),
    path: "n",
    newLineStart: 3,
    newLineEnd: 5,
  });
  expect(whole.warnings).toEqual(["Paths that changed: a → n (@3)."]);
});

test("content that begins with the heading does not repeat it, in whatever notation", () => {
  expect(replace("# A *x* / old", "a-x", "# A *x* /  / new").text).toBe(linesOf("# A *x* /  / new"));
  expect(replace("# A x # / old", "a-x", "A **x** / === / new").text).toBe(linesOf("# A x # / new"));
  expect(replace("A / --- /  / old", "a", "## A / new").text).toBe(linesOf("A / --- / new"));
  expect(replace("# [r] / old /  / [r]: /u", "r", "# [r] / new /  / [r]: /u").text).toBe("# [r]\nnew\n\n[r]: /u");
  expect(replace("# A / old", "a", "## A / new").text).toBe(linesOf("# A /  / ## A / new"));
});

test("a kept heading keeps its underline, a replaced one loses it", () => {
  expect(replace("A / b / === / old", "a-b", "new").text).toBe(linesOf("A / b / === /  / new"));
  expect(replace("A / b / === / old", "a-b", "# C", { keepHeading: false })).toMatchObject({
    text: "# C",
    path: "c",
    warnings: ["Paths that changed: a-b → c (@1)."],
  });
});

test("without the children, only the section's own text is replaced", () => {
  const edit = replace("# A /  / old /  / ## B / b / # C", "a", "new", { includeChildren: false });
  expect(edit).toMatchObject({ text: linesOf("# A /  / new /  / ## B / b / # C"), newLineStart: 1, newLineEnd: 4 });
  expect(edit.oldContent).toBe(linesOf("# A /  / old / "));
});

test("empty content leaves the heading and one gap", () => {
  expect(replace("# A /  / old /  / # B", "a", "").text).toBe(linesOf("# A /  / # B"));
  expect(replace("# A / old / # B", "a", "").text).toBe(linesOf("# A /  / # B"));
  expect(replace("# A /  / old / ", "a", " / ").text).toBe("# A\n");
  expect(replace("# A /  / old", "a", "").text).toBe("# A");
  expect(replace("p / # A / *** / T / ---", "a", "", { keepHeading: false, includeChildren: false }).text).toBe(
    linesOf("p /  / T / ---"),
  );
});

test("front matter is replaced with or without its fences", () => {
  const before = "---\na: 1\n---\n# A\n";
  for (const content of ["b: 2\nc: 3", "b: 2\nc: 3\n", "---\nb: 2\nc: 3\n---", "---\nb: 2\nc: 3\n---\n"]) {
    const edit = replaceSection(before, parseOutline(before), "frontmatter", {
      content,
      keepHeading: true,
      includeChildren: true,
    });
    expect(edit).toMatchObject({
      text: "---\nb: 2\nc: 3\n---\n# A\n",
      oldContent: "---\na: 1\n---",
      path: "@frontmatter",
      newLineStart: 1,
      newLineEnd: 4,
      warnings: [],
    });
  }
  const dotted = "---\na: 1\n...\n# A\n";
  for (const [content, text] of [
    ["b: 2", "---\nb: 2\n...\n# A\n"],
    ["---\nb: 2\n...", "---\nb: 2\n...\n# A\n"],
    ["---\nb: 2\n---", "---\nb: 2\n---\n# A\n"],
  ] as const) {
    expect(
      replaceSection(dotted, parseOutline(dotted), "frontmatter", {
        content,
        keepHeading: true,
        includeChildren: true,
      }),
    ).toMatchObject({ text, oldContent: "---\na: 1\n...", newLineEnd: 3, warnings: [] });
  }
  for (const content of ["a\n---\nb", "---\na", "---\na\n---\ntext", "a\n...\nb", "---\na\n...\ntext"]) {
    const edit = replaceSection(before, parseOutline(before), "frontmatter", {
      content,
      keepHeading: true,
      includeChildren: true,
    });
    expect(edit).toMatchObject({ status: "refused", code: "bad_arguments" });
  }
});

test("content is inserted at the four positions of a section", () => {
  const document = "# A /  / a /  / ## B /  / b /  / # C";
  const inserted = (position: InsertPosition, level: string) => insert(document, "a", `${level} N / n`, position);
  expect(inserted("before", "#")).toMatchObject({
    text: linesOf("# N / n /  / # A /  / a /  / ## B /  / b /  / # C"),
    insertedAt: 1,
    newSectionPath: "n",
  });
  expect(inserted("after", "#")).toMatchObject({
    text: linesOf("# A /  / a /  / ## B /  / b /  / # N / n /  / # C"),
    insertedAt: 9,
    newSectionPath: "n",
  });
  expect(inserted("first_child", "##")).toMatchObject({
    text: linesOf("# A /  / a /  / ## N / n /  / ## B /  / b /  / # C"),
    insertedAt: 5,
    newSectionPath: "a/n",
  });
  expect(inserted("last_child", "##")).toMatchObject({
    text: linesOf("# A /  / a /  / ## B /  / b /  / ## N / n /  / # C"),
    insertedAt: 9,
    newSectionPath: "a/n",
  });
  expect(insert("# A / a", "a", "# N").text).toBe(linesOf("# A / a /  / # N"));
  expect(insert("# A / a / ", "a", "# N").text).toBe(linesOf("# A / a /  / # N / "));
  expect(insert("--- / x / --- / # A", "@frontmatter", "# N").text).toBe(linesOf("--- / x / --- /  / # N /  / # A"));
});

test("impossible insertions are rejected", () => {
  const text = "---\na\n---\n# A\n";
  const outline = parseOutline(text);
  const empty = insertSection(text, outline, aim(text, "a"), { content: " \n\n", position: "after" });
  expect(empty).toMatchObject({ status: "refused", message: "content is empty" });
  for (const position of ["before", "first_child", "last_child"] as const) {
    expect(insertSection(text, outline, "frontmatter", { content: "x", position })).toMatchObject({
      status: "refused",
    });
  }
});

test("a section is deleted with one of the gaps around it", () => {
  const edit = remove("# A /  / a /  / # B / b /  / # C", "b");
  expect(edit).toMatchObject({
    text: linesOf("# A /  / a /  / # C"),
    path: "b",
    deletedContent: "# B\nb\n",
    deletedLines: [5, 7],
  });
  expect(remove("# A / a / # B / *** / T / ===", "b").text).toBe(linesOf("# A / a /  / T / ==="));
  expect(remove("# A /  / # B", "a").text).toBe("# B");
  expect(remove("# A / ", "a").text).toBe("");
  expect(remove("# A / # B", "b").text).toBe("# A");
  expect(remove("# A / a / ## B / # C", "a", { includeChildren: false })).toMatchObject({
    text: linesOf("## B / # C"),
    deletedLines: [1, 2],
    warnings: ["Paths that changed: a/b → b (@1)."],
  });
  expect(remove("--- / a / --- / # A", "@frontmatter")).toMatchObject({ text: "# A", deletedLines: [1, 3] });
});

test("what stays in an edit keeps its bytes where the document does not end with a line break", () => {
  expect(replace("# A / old", "a", "new / ").text).toBe(linesOf("# A /  / new"));
  expect(replace("# A / old / ", "a", "new").text).toBe(linesOf("# A /  / new / "));
});

const warns = ({ warnings }: { warnings: string[] }, ...expected: (string | RegExp)[]) =>
  expect(warnings).toEqual(expected.map((one) => (typeof one === "string" ? one : expect.stringMatching(one))));

test("warnings list the removed sub-sections", () => {
  const document = "# A / a / ## B / b / ## C / c / # D";
  warns(replace(document, "a", "new / ## C / c"), 'Sub-sections that went: "B" (@3).');
  warns(remove(document, "a"), 'Sub-sections that went: "B" (@3), "C" (@5).');
  warns(replace(document, "a", "new", { includeChildren: false }));
});

test("warnings list headings that end the section that they are meant for", () => {
  const edit = replace("# X / ## A / a / # D", "x/a", "text / ## New / # Top");
  warns(edit, /so they are separate sections: "New" \(@5\), "Top" \(@6\)\.$/);
  expect(edit.newLineEnd).toBe(4);
  warns(insert("# A / ## B / # C", "a", "# N", "last_child"), /^"N" \(@4\) is not below "A"/);
  warns(insert("# A / # C", "a", "just text"), /^The content has no heading/);
  const headless = replace("# A / a / # B / b", "b", "two / lines", { keepHeading: false });
  warns(headless, /does not begin with a heading/);
  expect(headless).toMatchObject({ path: "b", newLineStart: 4, newLineEnd: 5, newLineCount: 2 });
  expect(replace("# A / a / # B", "b", "", { keepHeading: false })).toMatchObject({ newLineStart: 3, newLineEnd: 2 });
});

test("warnings list the sections that an open fence or comment swallows or reveals", () => {
  warns(
    replace("# A / a / # B / # C", "a", "```` / code"),
    'No longer sections, because of the text before them: "B" (@3), "C" (@4).',
  );
  warns(insert("# A / # B", "a", "# N / <!-- open"), /No longer sections.*: "B" \(@2\)\.$/);
  warns(
    replace("# A / a / # B / ``` / # in / ``` / # C", "a", "``` / code"),
    /^No longer sections.*"B" \(@3\)/,
    /^New sections outside the edited lines: "in" \(@8\)\.$/,
  );
  warns(insert("# A / ``` / open", "a", "# N"), /^The content has no heading outside quotes, lists and code/);
});

test("warnings list at most ten changed paths", () => {
  warns(remove("# A /  / # B / b /  / # B / ## C", "b"), "Paths that changed: b-1 → b (@3), b-1/c → b/c (@4).");
  const many = Array.from({ length: 14 }, (_, index) => `## S${index}`).join(" / ");
  warns(
    insert(`# A / ${many}`, "a", "# N", "first_child"),
    /is not below/,
    /^Paths that changed: .* \.\.\. and 4 more\.$/,
  );
});

test("warnings say that a document now begins with front matter", () => {
  warns(
    insert("# A / x / --- / # B", "a", "--- / rule / # N", "before"),
    /^Lines 1-\d+ are front matter now/,
    /.*/,
    /.*/,
  );
});

const options = [true, false].flatMap((keepHeading) =>
  [true, false].map((includeChildren) => ({ keepHeading, includeChildren })),
);

test("a section replaced with its own content gives the same document, in every way of doing so", () => {
  fc.assert(
    fc.property(documents, (text) => {
      const outline = parseOutline(text);
      for (const target of [...listSections(outline), ...(outline.frontmatter ? (["frontmatter"] as const) : [])]) {
        for (const option of options) {
          const { content } = readSection(text, outline, target, option);
          for (const given of [content, `${content}\n`]) {
            const edit = replaceSection(text, outline, target, { content: given, ...option });
            expect(edit).toMatchObject({ status: "edited", changes: [], text, warnings: [] });
          }
        }
      }
    }),
  );
});

const contents = fc.constantFrom(
  "text",
  "# New\n\ntext",
  "## New\n### Sub",
  "\n\n- a\n- b\n\n",
  "    code",
  "---\n\nx\n",
  "",
);

test("an edit leaves everything outside its lines as it was", () => {
  fc.assert(
    fc.property(documents, contents, fc.nat(), (text, content, pick) => {
      const outline = parseOutline(text);
      const all = listSections(outline);
      const target = all[pick % Math.max(1, all.length)];
      if (!target) return;
      const lines = text.split("\n");
      for (const option of options) {
        const last = option.includeChildren ? target.lineEnd : target.ownEnd;
        const first = option.keepHeading ? target.headingEnd : target.lineStart - 1;
        const edits = [
          replaceSection(text, outline, target, { content, ...option }),
          deleteSection(text, outline, target, option),
        ];
        for (const [index, edit] of edits.entries()) {
          if (edit.status === "refused") throw new Error(edit.message);
          const now = edit.text.split("\n");
          const wanted = index === 0 ? first : target.lineStart - 1;
          // Removing the end of a text without a final line break also removes the gap above it.
          const isTaken = index === 1 || content === "";
          const isOpenEnd = last === outline.lineCount && !text.endsWith("\n");
          const above =
            isTaken && isOpenEnd ? lines.findLastIndex((line, at) => at < wanted && line.trim()) + 1 : wanted;
          if ("deletedLines" in edit) expect(edit.deletedLines).toEqual([above + 1, last]);
          expect(now.slice(0, above)).toEqual(lines.slice(0, above));
          const below = lines.slice(last);
          expect(below.length === 0 ? [] : now.slice(-below.length)).toEqual(below);
          if (edit.text !== "" && text !== "") expect(edit.text.endsWith("\n")).toBe(text.endsWith("\n"));
        }
      }
    }),
  );
});

const solid = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

test("deleting and inserting a section again gives the same document, except for blank lines", () => {
  fc.assert(
    fc.property(documents, fc.nat(), (text, pick) => {
      const outline = parseOutline(text);
      const all = listSections(outline);
      const target = all[pick % Math.max(1, all.length)];
      if (!target) return;
      const gone = deleteSection(text, outline, target, { includeChildren: true });
      // A rule that moves to the first line may turn the text after it into front matter; there is a warning for that.
      if (gone.warnings.some((warning) => warning.includes("front matter"))) return;
      const before = listSections(gone.outline).findLast(({ lineStart }) => lineStart < target.lineStart);
      const next = listSections(gone.outline).find(({ lineStart }) => lineStart >= target.lineStart);
      const anchor = next ?? before;
      if (!anchor) return;
      const position = next ? "before" : before?.lineEnd === gone.outline.lineCount ? "first_child" : "after";
      const again = insertSection(gone.text, gone.outline, anchor, { content: gone.deletedContent, position });
      if (again.status === "refused") throw new Error(again.message);
      expect(solid(again.text)).toEqual(solid(text));
    }),
  );
});

const positions = fc.constantFrom<InsertPosition>("before", "after", "first_child", "last_child");

const namesOf = (outline: Outline) => listSections(outline).map(({ path, title }) => `${path} ${title}`);

test("an edit without warnings leaves every other section as and where it was", () => {
  fc.assert(
    fc.property(documents, documents, positions, fc.nat(), (text, content, position, pick) => {
      const outline = parseOutline(text);
      const all = listSections(outline);
      const target = all[pick % Math.max(1, all.length)];
      if (!target) return;
      const edits = [
        insertSection(text, outline, target, { content, position }),
        ...options.map((option) => replaceSection(text, outline, target, { content, ...option })),
        ...options.map((option) => deleteSection(text, outline, target, option)),
      ];
      for (const edit of edits) {
        if (edit.status === "refused") continue;
        expect(edit.text).toBe(applyChanges(text, edit.changes));
        expect(edit.outline).toEqual(parseOutline(edit.text));
        expect(namesOf(edit.outline)).toEqual(namesOf(parseOutline(edit.text)));
        if (edit.warnings.length > 0) continue;
        const now = listSections(edit.outline).map(({ path, title, level }) => `${level} ${path} ${title}`);
        const titles = listSections(edit.outline).map(({ title }) => title);
        for (const section of all.filter((other) => other !== target)) {
          // A sub-section may occur again at another level in the replacing content.
          const isBelow = section.lineStart > target.lineStart && section.lineEnd <= target.lineEnd;
          if (isBelow) expect(titles).toContain(section.title);
          else expect(now).toContain(`${section.level} ${section.path} ${section.title}`);
        }
      }
    }),
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listSections, parseOutline, type Section } from "../markdown/sections";
import { applyChanges } from "../text/change";
import { runs } from "../text/texts.fixture";
import { changeLevel, moveSection, type SectionDestination } from "./move-section";

const titled = (text: string, title: string): { outline: ReturnType<typeof parseOutline>; section: Section } => {
  const outline = parseOutline(text);
  const section = listSections(outline).find((each) => each.title === title);
  if (!section) throw new RangeError(`no section ${title}`);
  return { outline, section };
};

function move(text: string, title: string, position: SectionDestination["position"], anchor: string): string {
  const { outline, section } = titled(text, title);
  const to = listSections(outline).find((each) => each.title === anchor);
  if (!to) throw new RangeError(`no section ${anchor}`);
  const moved = moveSection(text, outline, section, { position, anchor: to });
  return moved.status === "moved" ? applyChanges(text, moved.changes) : moved.reason;
}

function level(text: string, title: string, by: 1 | -1): string {
  const { outline, section } = titled(text, title);
  const moved = changeLevel(text, outline, section, by);
  return moved.status === "moved" ? applyChanges(text, moved.changes) : moved.reason;
}

const plan = "# Plan\n\nintro\n\n## Goals\n\ng\n\n### Deep\n\nd\n\n## Scope\n\ns\n\n## Risks\n\nr\n";

describe("moving a section", () => {
  it("moves everything below it, too, and keeps the blank lines between", () => {
    expect(move(plan, "Goals", "after", "Scope")).toBe(
      "# Plan\n\nintro\n\n## Scope\n\ns\n\n## Goals\n\ng\n\n### Deep\n\nd\n\n## Risks\n\nr\n",
    );
    expect(move(plan, "Risks", "before", "Goals")).toBe(
      "# Plan\n\nintro\n\n## Risks\n\nr\n\n## Goals\n\ng\n\n### Deep\n\nd\n\n## Scope\n\ns\n",
    );
  });

  it("adapts its level and those below it to the new position", () => {
    expect(move(plan, "Risks", "into", "Goals")).toBe(
      "# Plan\n\nintro\n\n## Goals\n\ng\n\n### Deep\n\nd\n\n### Risks\n\nr\n\n## Scope\n\ns\n",
    );
    expect(move(plan, "Goals", "into", "Risks")).toBe(
      "# Plan\n\nintro\n\n## Scope\n\ns\n\n## Risks\n\nr\n\n### Goals\n\ng\n\n#### Deep\n\nd\n",
    );
    expect(move(plan, "Deep", "after", "Plan")).toBe(
      "# Plan\n\nintro\n\n## Goals\n\ng\n\n## Scope\n\ns\n\n## Risks\n\nr\n\n# Deep\n\nd\n",
    );
  });

  it("adds no final line break, and leaves several blank lines at the end where they are", () => {
    expect(move("# A\n\na\n\n# B\n\nb", "B", "before", "A")).toBe("# B\n\nb\n\n# A\n\na");
    expect(move("# A\n\na\n\n# B\n\nb\n\n\n", "A", "after", "B")).toBe("# B\n\nb\n\n# A\n\na\n\n\n");
  });

  it("adds no blank lines to a text without any, unless headings would be lost", () => {
    expect(move("# A\na\n# B\nb", "B", "before", "A")).toBe("# B\nb\n# A\na");
    expect(move("# A\na\n# B\n<div>\n", "B", "before", "A")).toBe("# B\n<div>\n\n# A\na\n");
    expect(move("# A\nA\n# C\nc\n\nB\n=\nb\n", "B", "before", "C")).toBe("# A\nA\n\nB\n=\nb\n\n# C\nc\n");
  });

  it("leaves the text before the first section, and front matter, where they are", () => {
    expect(move("---\na: 1\n---\nhello\n\n# A\n\n# B\n", "B", "before", "A")).toBe(
      "---\na: 1\n---\nhello\n\n# B\n\n# A\n",
    );
  });

  it("changes nothing if the section is already there", () => {
    expect(move(plan, "Goals", "before", "Scope")).toBe(plan);
    expect(move(plan, "Scope", "after", "Goals")).toBe(plan);
    expect(move(plan, "Deep", "into", "Goals")).toBe(plan);
    expect(move(plan, "Risks", "into", "Plan")).toBe(plan);
    expect(move(plan, "Goals", "after", "Goals")).toBe(plan);
  });

  it("rejects a move into itself, a seventh level, and a text that would be swallowed", () => {
    expect(move(plan, "Goals", "into", "Deep")).toBe("into itself");
    expect(move(plan, "Goals", "into", "Goals")).toBe("into itself");
    expect(move("# A\n# T\n###### B\n", "T", "into", "A")).toBe("too deep");
    expect(move("# A\n\n# B\n\n```\nopen\n", "B", "before", "A")).toBe("swallowed");
    expect(move("# A\n\n# B\n\n```\nopen\n", "A", "after", "B")).toBe("swallowed");
  });
});

describe("changing the level of a section", () => {
  it("rewrites the marks of the whole subtree, including closing ones", () => {
    expect(level("# A\n\n ## B ##\n\n### C #\n\n# D", "B", 1)).toBe("# A\n\n ### B ###\n\n#### C #\n\n# D");
    expect(level(plan, "Goals", -1)).toBe(plan.replace("## Goals", "# Goals").replace("### Deep", "## Deep"));
    expect(level("#\n\na\n", "", 1)).toBe("##\n\na\n");
  });

  it("changes the character of an underline, or the notation if the level cannot be underlined", () => {
    expect(level("A b\n===\n\nB\n---\n", "A b", 1)).toBe("A b\n---\n\n### B\n");
    expect(level("B\n  ---  \n", "B", -1)).toBe("B\n  ===  \n");
    expect(level("A\n=\n\n two  \n lines #\n---\n\nx", "two lines #", 1)).toBe("A\n=\n\n### two lines \\#\n\nx");
  });

  it("does not go above the first level and below the sixth", () => {
    expect(level(plan, "Plan", -1)).toBe("at the top");
    expect(level("###### A\n", "A", 1)).toBe("too deep");
    expect(level("## B\n###### A\n", "B", 1)).toBe("too deep");
  });
});

type Node = { title: string; level: number; children: Node[] };

const bodies = fc.constantFrom(
  "",
  "text\n",
  "text\n\n",
  "- a\n- b\n\n",
  "```\n# no\n```\n",
  "> # q\n\n",
  "| a |\n|---|\n\n",
  "\ntext  \n\n\n",
);
const hostile = fc.constantFrom(
  "```\nopen\n",
  "<div>\n# x\n",
  "<!--\n",
  "two\nlines\n---\n",
  "- a\n  b\n",
  "---\n",
  "    code\n",
);
const heading = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.boolean());

const documentOf = (body: fc.Arbitrary<string>) =>
  fc
    .record({
      head: fc.constantFrom("", "---\na: 1\n---\n", "hello\n\n", "\n"),
      parts: fc.array(fc.tuple(heading, body), { minLength: 1, maxLength: 8 }),
      end: fc.constantFrom("", "\n", "\n\n", "last", "last\n"),
    })
    .map(
      ({ head, parts, end }) =>
        head +
        parts
          .map(([[n, close], text], i) => `${"#".repeat(n)} T${i}${close ? ` ${"#".repeat(n)}` : ""}\n${text}`)
          .join("") +
        end,
    );

const cases = (texts: fc.Arbitrary<string>) =>
  fc.tuple(texts, fc.nat(), fc.nat(), fc.constantFrom("before", "after", "into")).map(([text, x, a, position]) => {
    const outline = parseOutline(text);
    const all = listSections(outline);
    const section = all[x % all.length] as Section;
    const anchor = all[a % all.length] as Section;
    return { text, outline, section, destination: { position, anchor } as SectionDestination };
  });

const nodesOf = (sections: readonly Section[]): Node[] =>
  sections.map(({ title, level, children }) => ({ title, level, children: nodesOf(children) }));

/** The expected tree after the move, computed on the tree alone. */
function expectedTree(roots: Node[], moved: number, anchor: number, position: string): Node[] {
  const flat: { node: Node; siblings: Node[] }[] = [];
  const visit = (siblings: Node[]) => {
    for (const node of siblings) {
      flat.push({ node, siblings });
      visit(node.children);
    }
  };
  visit(roots);
  const { node, siblings } = flat[moved] as (typeof flat)[number];
  const to = flat[anchor] as (typeof flat)[number];
  if (node === to.node || (position === "into" && to.node.children.at(-1) === node)) return roots;
  siblings.splice(siblings.indexOf(node), 1);
  const target = position === "into" ? to.node.children : to.siblings;
  const level = position === "into" ? (to.node.children.at(-1)?.level ?? to.node.level + 1) : to.node.level;
  const shift = (each: Node, by: number) => {
    each.level += by;
    for (const child of each.children) shift(child, by);
  };
  shift(node, level - node.level);
  const at = position === "into" ? target.length : target.indexOf(to.node) + (position === "after" ? 1 : 0);
  target.splice(at, 0, node);
  return roots;
}

describe("every move", () => {
  it("gives the outline with the section moved, and reports its index", () => {
    fc.assert(
      fc.property(
        cases(documentOf(fc.oneof({ weight: 5, arbitrary: bodies }, hostile))),
        ({ text, outline, section, destination }) => {
          const all = listSections(outline);
          const result = moveSection(text, outline, section, destination);
          if (result.status === "refused") return;
          const after = parseOutline(applyChanges(text, result.changes));
          const wanted = expectedTree(
            nodesOf(outline.sections),
            all.indexOf(section),
            all.indexOf(destination.anchor),
            destination.position,
          );
          expect(nodesOf(after.sections)).toEqual(wanted);
          expect(listSections(after)[result.index]?.title).toBe(section.title);
          expect(after.frontmatter).toEqual(outline.frontmatter);
        },
      ),
      runs(400),
    );
  });

  it("removes only the moved text, and keeps every line that is not a heading, and the end of the text", () => {
    fc.assert(
      fc.property(
        cases(documentOf(fc.oneof({ weight: 5, arbitrary: bodies }, hostile))),
        ({ text, outline, section, destination }) => {
          const result = moveSection(text, outline, section, destination);
          if (result.status === "refused") return;
          const after = applyChanges(text, result.changes);
          expect(linesOf(after)).toEqual(linesOf(text));
          expect(/\n*$/.exec(after)?.[0]).toBe(/\n*$/.exec(text)?.[0]);
          // Either the moved text is cut out whole or the text that it passes is inserted before it; nothing else is
          // replaced.
          for (const { from, to, insert } of result.changes) {
            const isOutside = to <= section.from - 1 || from >= section.from + section.charCount;
            if (isOutside && from < to) expect([text.slice(from, to).trim(), insert.trim()]).toEqual(["", ""]);
          }
        },
      ),
      runs(400),
    );
  });

  it("restores every byte if the section is moved back", () => {
    let tried = 0;
    const asked = runs(400);
    fc.assert(
      fc.property(cases(documentOf(bodies)), ({ text, outline, section, destination }) => {
        const all = listSections(outline);
        const siblings =
          [outline.sections, ...all.map(({ children }) => children)].find((s) => s.includes(section)) ?? [];
        const own = siblings.indexOf(section);
        const previous = siblings[own - 1];
        const next = siblings[own + 1];
        const back =
          previous?.level === section.level
            ? ({ position: "after", title: previous.title } as const)
            : next?.level === section.level
              ? ({ position: "before", title: next.title } as const)
              : null;
        const result = moveSection(text, outline, section, destination);
        if (!back || result.status === "refused") return;
        tried++;
        expect(move(applyChanges(text, result.changes), section.title, back.position, back.title)).toBe(text);
      }),
      asked,
    );
    expect(tried).toBeGreaterThan(asked.numRuns / 8);
  });

  it("restores every byte if a change of level is reversed", () => {
    fc.assert(
      fc.property(
        cases(documentOf(bodies)),
        fc.constantFrom(1 as const, -1 as const),
        ({ text, outline, section }, by) => {
          const result = changeLevel(text, outline, section, by);
          if (result.status === "refused") return;
          const after = applyChanges(text, result.changes);
          const outlineAfter = parseOutline(after);
          const again = listSections(outlineAfter)[result.index] as Section;
          const back = changeLevel(after, outlineAfter, again, by === 1 ? -1 : 1);
          // A promoted section may have adopted its following siblings; the reverse is then a different edit.
          if (countBelow(again) !== countBelow(section) || back.status === "refused") return;
          expect(applyChanges(after, back.changes)).toBe(text);
        },
      ),
      runs(400),
    );
  });
});

const countBelow = ({ children }: Section): number => children.reduce((sum, child) => sum + 1 + countBelow(child), 0);

/** The lines that are neither headings nor blank, sorted. */
function linesOf(text: string): string[] {
  const headings = listSections(parseOutline(text));
  const isHeading = (line: number) =>
    headings.some(({ lineStart, headingEnd }) => line >= lineStart && line <= headingEnd);
  return text
    .split("\n")
    .filter((line, index) => line.trim() !== "" && !isHeading(index + 1))
    .sort();
}

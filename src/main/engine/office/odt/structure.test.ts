import { describe, expect, it } from "vitest";
import { readPackage } from "../formats/read-package";
import { rewritePackage } from "../package/package-writer";
import { odtOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { OfficeOperation } from "../text/office-format";
import { structureFaults } from "../text/structure-faults.fixture";
import { editOdt } from "./edit";

const p = (text: string): string => `<text:p text:style-name="P1">${text}</text:p>`;
const item = (inside: string): string => `<text:list-item>${inside}</text:list-item>`;
const list = (...items: string[]): string => `<text:list text:style-name="L1">${items.map(item).join("")}</text:list>`;
const cell = (text: string, attributes = ""): string =>
  `<table:table-cell table:style-name="C1"${attributes}>${p(text)}</table:table-cell>`;
const covered = "<table:covered-table-cell/>";
const row = (...cells: string[]): string =>
  `<table:table-row table:style-name="R1">${cells.join("")}</table:table-row>`;
const table = (rows: string): string =>
  `<table:table table:name="T"><table:table-column table:number-columns-repeated="2"/>${rows}</table:table>`;

const bodyOf = (bytes: Uint8Array): string =>
  /<office:text>(.*)<\/office:text>/s.exec(openZip(bytes, "a").read("content.xml")?.toString() ?? "")?.[1] ?? "";
const textsOf = (bytes: Uint8Array): string[] => readPackage(bytes, "odt", "a").paragraphs.map(({ text }) => text);

type TestEdit =
  | { operation: "insert_before" | "insert_after"; at: string; content: string }
  | { operation: "delete"; all: readonly string[] }
  | { operation: "move"; at: string; side: "before" | "after"; to: string };

/** The edit of paragraphs that are named by their texts. */
function edited(body: string, wanted: TestEdit) {
  const bytes = odtOf(body);
  const texts = textsOf(bytes);
  const node = (text: string) => {
    const paragraph = texts.indexOf(text);
    if (paragraph < 0) throw new Error(`no paragraph is ${text}`);
    return { id: text, paragraph };
  };
  const operation: OfficeOperation =
    wanted.operation === "delete"
      ? { operation: "delete", nodes: wanted.all.map(node) }
      : wanted.operation === "move"
        ? { operation: "move", node: node(wanted.at), side: wanted.side, to: node(wanted.to) }
        : { operation: wanted.operation, node: node(wanted.at), content: wanted.content };
  const zip = openZip(bytes, "a");
  const { parts, warnings } = editOdt(zip, operation, { name: "a", track: null });
  const after = rewritePackage(zip, parts, "a");
  expect(structureFaults(after, "odt").filter((fault) => !structureFaults(bytes, "odt").includes(fault))).toEqual([]);
  return { body: bodyOf(after), texts: textsOf(after), warnings };
}

describe("a list", () => {
  it("gets items beside one of its own, and what follows in an item stays after them", () => {
    const { body } = edited(list(p("a") + list(p("b")), p("c")), {
      operation: "insert_after",
      at: "a",
      content: "- new\n    - deeper",
    });
    expect(body).toBe(
      `<text:list text:style-name="L1">${item(p("a"))}${item(`${p("new")}<text:list>${item(p("deeper"))}</text:list>`)}${item(list(p("b")))}${item(p("c"))}</text:list>`,
    );
  });

  it("is ended for other text, and goes on after it with the same numbers", () => {
    const { body, texts } = edited(list(p("a"), p("b")), { operation: "insert_after", at: "a", content: "new" });
    expect(texts).toEqual(["a", "new", "b"]);
    expect(body).toContain(
      `</text:list><text:p text:style-name="Standard">new</text:p><text:list text:style-name="L1" text:continue-numbering="true">`,
    );
    const last = edited(list(p("a"), p("b")), { operation: "insert_after", at: "b", content: "new" });
    expect(last.body.endsWith('</text:list><text:p text:style-name="Standard">new</text:p>')).toBe(true);
  });

  it("goes as a whole if all of its items do, and an item moves with its list", () => {
    expect(edited(list(p("a"), p("b")) + p("z"), { operation: "delete", all: ["a", "b"] }).body).toBe(p("z"));
    const moved = edited(list(p("a"), p("b")) + p("z"), { operation: "move", at: "a", side: "after", to: "z" });
    expect(moved.body).toBe(list(p("b")) + p("z") + list(p("a")));
  });
});

describe("what is deleted", () => {
  it("leaves its comments at the paragraph after it, and both ends of ranges that go on", () => {
    const comment = `<office:annotation office:name="c"><text:p>why</text:p></office:annotation>`;
    const end = `<office:annotation-end office:name="c"/>`;
    const { body, warnings } = edited(
      `${p(`${comment}gone${end}<text:bookmark-start text:name="b"/>`)}${p('stays<text:bookmark-end text:name="b"/>')}`,
      { operation: "delete", all: ["gone"] },
    );
    expect(body).toBe(p(`${comment}${end}<text:bookmark-start text:name="b"/>stays<text:bookmark-end text:name="b"/>`));
    expect(warnings).toEqual(["1 comment on it stayed, and is now at the paragraph beside it"]);
  });

  it("is emptied as the only text of a section, and rejected as that of a note, in an index or with a tracked change", () => {
    const section = (inside: string): string => `<text:section text:name="s">${inside}</text:section>`;
    const { body, warnings } = edited(section(p("in")) + p("z"), { operation: "delete", all: ["in"] });
    expect(body).toBe(section(p("")) + p("z"));
    expect(warnings.join()).toContain("1 paragraph only lost its text");
    const note = `<text:note text:id="n"><text:note-citation>1</text:note-citation><text:note-body>${p("below")}</text:note-body></text:note>`;
    const index = `<text:table-of-content text:name="t"><text:index-body>${p("entry")}</text:index-body></text:table-of-content>`;
    const all = p(`noted${note}`) + index + p('changed<text:change text:change-id="x"/>');
    const act = (text: string) => () => edited(all, { operation: "delete", all: [text] });
    expect(act("below")).toThrow(/only paragraph of its note/);
    expect(act("entry")).toThrow(/is in an index/);
    expect(act("changed")).toThrow(/tracked change/);
    expect(act("noted")().texts).toEqual(["entry", "changed"]);
  });
});

it("nothing is inserted, removed or moved in a protected section, or with a protected cell", () => {
  const section = `<text:section text:name="s" text:protected="true">${p("1")}${p("2")}</text:section>`;
  const rows = table(row(cell("1", ' table:protected="true"')) + row(cell("2")));
  for (const body of [section, rows]) {
    expect(() => edited(body + p("z"), { operation: "delete", all: ["1"] })).toThrow(/protected/);
    expect(() => edited(body + p("z"), { operation: "insert_after", at: "1", content: "| x" })).toThrow(/protected/);
    expect(() => edited(body + p("z"), { operation: "move", at: "1", side: "after", to: "2" })).toThrow(/protected/);
  }
  expect(() => edited(section + p("z"), { operation: "move", at: "z", side: "after", to: "1" })).toThrow(/protected/);
});

describe("table rows", () => {
  const spanned = ' table:number-rows-spanned="2"';
  const merged = table(
    `<table:table-header-rows>${row(cell("head"), cell("h"))}</table:table-header-rows>${row(cell("span", spanned), cell("1"))}${row(covered, cell("2"))}${row(cell("last"), cell("3"))}`,
  );

  it("are inserted like their neighbour, below the header, and merged cells grow with them", () => {
    const inside = edited(merged, { operation: "insert_after", at: "span | 1", content: "| new" });
    expect(inside.texts).toEqual(["head | h", "span | 1", "| new", "| 2", "last | 3"]);
    expect(inside.body).toContain('table:number-rows-spanned="3"');
    expect(inside.body).toContain(row(covered, cell("new")));
    const first = edited(merged, { operation: "insert_after", at: "head | h", content: "a | b" });
    expect(first.body).toContain(`</table:table-header-rows>${row(cell("a"), cell("b"))}`);
    const last = edited(merged, { operation: "insert_after", at: "| 2", content: "a | b" });
    expect(last.body).toContain(`${row(covered, cell("2"))}${row(cell("a"), cell("b"))}`);
  });

  it("pass a merged cell on to the next row, and take header and table with them", () => {
    const { body } = edited(merged, { operation: "delete", all: ["span | 1", "head | h"] });
    expect(body).toBe(
      table(`${row(cell("span", ' table:number-rows-spanned="1"'), cell("2"))}${row(cell("last"), cell("3"))}`),
    );
    expect(edited(merged, { operation: "delete", all: ["| 2"] }).body).toContain('table:number-rows-spanned="1"');
    expect(edited(table(row(cell("a"))) + p("z"), { operation: "delete", all: ["a"] }).body).toBe(p("z"));
  });

  it("keep the words that a merged cell covered, and comments beside it", () => {
    const hidden = `<table:covered-table-cell>${p("hidden")}</table:covered-table-cell>`;
    const noted = `<table:table-cell><text:p><office:annotation office:name="c">${p("note")}</office:annotation>1</text:p></table:table-cell>`;
    const first = row(cell("span", ' table:number-rows-spanned="2"'), noted);
    const { body, warnings } = edited(table(first + row(hidden, cell("2"))) + p("z"), {
      operation: "delete",
      all: ["span | 1"],
    });
    expect(body).toMatch(/>span<.*>hidden<.*>2</);
    expect([body.match(/<office:annotation /g)?.length, warnings.length]).toEqual([1, 1]);
  });

  it("let a cell that is merged over very many rows grow", () => {
    const rows = Array.from({ length: 299 }, (_, at) => row(covered, cell(String(at + 2)))).join("");
    const { body } = edited(table(row(cell("span", ' table:number-rows-spanned="300"'), cell("1")) + rows), {
      operation: "insert_after",
      at: "span | 1",
      content: "| new",
    });
    expect(body).toContain('number-rows-spanned="301"');
  });
});

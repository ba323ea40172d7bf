import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OfficeFormat } from "../../../../core/text/format";
import { odtOf, packageOf } from "../package/packages.fixture";
import { openZip } from "../package/zip";
import type { ModelEdit } from "./model-protocol";
import { OfficeModel } from "./office-model";

const made = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../samples", name));
const opened = (name: string, bytes: Uint8Array = made(name), before: OfficeModel | null = null): OfficeModel =>
  new OfficeModel(
    { bytes, format: name.slice(name.lastIndexOf(".") + 1) as OfficeFormat, name, version: "", imagesAt: "at:" },
    before,
  );
async function edited(model: OfficeModel, edits: readonly ModelEdit[]): Promise<Uint8Array> {
  const made = await model.edit(edits, null);
  if (made.status === "stale") throw new Error("stale");
  return made.bytes;
}
const differentParts = (one: Uint8Array, other: Uint8Array): string[] => {
  const [before, after] = [openZip(one, ""), openZip(other, "")];
  return after.names.filter((name) => !after.read(name)?.equals(before.read(name) ?? Buffer.alloc(0)));
};
const texts = (model: OfficeModel): { id: string; text: string }[] =>
  model.content.kind === "presentation"
    ? model.slides(0, 50).flatMap(({ shapes, notes }) => [...shapes.flatMap(({ paragraphs }) => paragraphs), ...notes])
    : model.paragraphs(0, 500);

const written = ["python-docx.docx", "libreoffice.docx", "pandoc.docx", "libreoffice.odt", "pandoc.odt", "odfpy.odt"];
const decks = ["libreoffice.pptx", "pandoc.pptx", "pptxgenjs.pptx", "libreoffice.odp", "odfpy.odp", "oodoc.odp"];

describe.each([...written, ...decks])("%s", (name) => {
  const model = opened(name);
  const shown = texts(model).filter(({ text }) => text !== "");

  test("the text of a paragraph is the text of its runs", () => {
    const paragraphs =
      model.content.kind === "document"
        ? model.paragraphs(0, 500)
        : model.slides(0, 50).flatMap(({ shapes }) => shapes.flatMap((shape) => shape.paragraphs));
    for (const { text, runs } of paragraphs)
      expect(
        runs.map((run) => (run.kind === "text" && run.suggestion?.kind !== "deleted" ? run.text : "")).join(""),
      ).toBe(text);
  });

  test("changing one text changes one part and one paragraph, which keeps its id", async () => {
    const chosen = shown[Math.floor(shown.length / 2)];
    if (chosen === undefined) throw new Error("no text");
    const { id, text: before } = chosen;
    const bytes = await edited(model, [{ edit: "text", paragraph: id, before, text: `${before} & <more> 花园` }]);
    expect(differentParts(made(name), bytes)).toHaveLength(1);
    const after = opened(name, bytes, model);
    const wanted = texts(model).map((each) => (each.id === id ? { ...each, text: `${before} & <more> 花园` } : each));
    expect(texts(after).map(({ id: each, text }) => [each, text])).toEqual(
      wanted.map(({ id: each, text }) => [each, text]),
    );
    const back = await edited(after, after.change.inverse ?? []);
    expect(opened(name, back).projection()).toBe(model.projection());
  });

  test("inserting a paragraph and removing it again leaves all other ids as they were", async () => {
    const { id } = shown[1] ?? { id: "" };
    const bytes = await edited(model, [{ edit: "insert", after: id, text: "A new one." }]);
    const after = opened(name, bytes, model);
    const ids = texts(model).map((each) => each.id);
    const at = ids.indexOf(id);
    const now = texts(after);
    expect(now[at + 1]?.text).toBe("A new one.");
    expect(now.filter((_, index) => index !== at + 1).map((each) => each.id)).toEqual(ids);
    const fresh = now[at + 1]?.id ?? "";
    const gone = await edited(after, [{ edit: "delete", paragraph: fresh, before: "A new one." }]);
    expect(opened(name, gone).projection()).toBe(model.projection());
  });
});

test("deleting the only paragraph of a cell empties it", async () => {
  const model = opened("python-docx.docx");
  const cell = model.paragraphs(0, 500).find((each) => each.cell !== null);
  const bytes = await edited(model, [{ edit: "delete", paragraph: cell?.id ?? "", before: cell?.text ?? "" }]);
  const after = opened("python-docx.docx", bytes, model);
  expect(after.paragraphs(0, 500).find(({ id }) => id === cell?.id)).toMatchObject({ text: "", cell: cell?.cell });
});

test("images, notes, comments, equations and unsupported content are shown in their positions", () => {
  const schemas = "http://schemas.openxmlformats.org";
  const office = `${schemas}/officeDocument/2006/relationships`;
  const relation = (id: string, type: string, target: string, more = ""): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${more}/>`;
  const relations = (...all: string[]): string =>
    `<Relationships xmlns="${schemas}/package/2006/relationships">${all.join("")}</Relationships>`;
  const drawing = (inside: string): string =>
    `<w:r><w:drawing><wp:inline xmlns:wp="${schemas}/drawingml/2006/wordprocessingDrawing"><wp:extent cx="127000" cy="254000"/><wp:docPr id="1" name="Picture 1" descr="A tree"/>${inside}</wp:inline></w:drawing></w:r>`;
  const body =
    `<w:p><w:commentRangeStart w:id="7"/><w:r><w:t>Noted</w:t></w:r><w:commentRangeEnd w:id="7"/><w:r><w:footnoteReference w:id="2"/></w:r></w:p>` +
    `<w:p>${drawing(`<a:blip xmlns:a="${schemas}/drawingml/2006/main" r:embed="i1"/>`)}${drawing(`<a:blip xmlns:a="${schemas}/drawingml/2006/main" r:embed="i2"/>`)}${drawing(`<c:chart xmlns:c="${schemas}/drawingml/2006/chart"/>`)}</w:p>` +
    `<w:p><m:oMath xmlns:m="${schemas}/officeDocument/2006/math"><m:r><m:t>x+1</m:t></m:r></m:oMath><w:hyperlink r:id="l1"><w:r><w:t>out</w:t></w:r></w:hyperlink></w:p>` +
    `<w:p><w:r><w:br w:type="page"/><w:t>next</w:t></w:r></w:p>`;
  const bytes = packageOf({
    "_rels/.rels": relations(relation("r1", "officeDocument", "word/document.xml")),
    "word/_rels/document.xml.rels": relations(
      ...[
        relation("i1", "image", "media/a.png"),
        relation("i2", "image", "media/b.emf"),
        relation("f", "footnotes", "footnotes.xml"),
      ],
      ...[
        relation("c", "comments", "comments.xml"),
        relation("l1", "hyperlink", "https://example.org/", ' TargetMode="External"'),
      ],
    ),
    "word/document.xml": `<w:document xmlns:w="${schemas}/wordprocessingml/2006/main" xmlns:r="${office}"><w:body>${body}</w:body></w:document>`,
    "word/footnotes.xml": `<w:footnotes xmlns:w="${schemas}/wordprocessingml/2006/main"><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>Below.</w:t></w:r></w:p></w:footnote></w:footnotes>`,
    "word/comments.xml": `<w:comments xmlns:w="${schemas}/wordprocessingml/2006/main"><w:comment w:id="7" w:author="Bo"><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment></w:comments>`,
    "word/media/a.png": "x",
    "word/media/b.emf": "x",
  });
  const model = opened("a.docx", bytes);
  const [noted, pictures, formula, next, below] = model.paragraphs(0, 9);
  expect(model.content).toMatchObject({ comments: [{ id: "7", author: "Bo", text: "Why?" }] });
  expect(noted?.runs).toEqual([
    { kind: "text", text: "Noted", style: {}, comments: ["7"] },
    { kind: "note", note: "footnote", label: "1" },
  ]);
  expect(pictures?.runs).toEqual([
    { kind: "image", image: { url: "at:word%2Fmedia%2Fa.png", alt: "A tree", width: 10, height: 20 } },
    { kind: "unshown", what: "image", name: "A tree" },
    { kind: "unshown", what: "chart", name: "A tree" },
  ]);
  expect(formula?.runs).toEqual([
    { kind: "unshown", what: "equation", name: "x+1" },
    { kind: "text", text: "out", style: {}, link: "https://example.org/" },
  ]);
  expect(next).toMatchObject({ breaksPage: true, text: "\nnext" });
  expect(below).toMatchObject({ placement: "footnote", label: "1", text: "Below." });
  expect(model.image("word/media/a.png")?.length).toBe(1);
  expect(model.image("word/media/b.emf")).toBeNull();
});

test("the text of an OpenDocument comment has no initials, and all of a line that is partly bold", () => {
  const names = `xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"`;
  const comment = `<office:annotation ${names} office:name="c"><dc:creator>Bo</dc:creator><dc:date>2024-01-01T10:00:00</dc:date><loext:sender-initials>B</loext:sender-initials><text:p>Is <text:span>this</text:span> right?</text:p></office:annotation>`;
  const model = opened("a.odt", odtOf(`<text:p>${comment}Noted<office:annotation-end office:name="c"/></text:p>`));
  expect(model.content).toMatchObject({
    comments: [{ author: "Bo", at: "2024-01-01T10:00:00", text: "Is this right?" }],
  });
});

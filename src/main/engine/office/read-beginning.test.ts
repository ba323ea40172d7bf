import { expect, it } from "vitest";
import { MAX_PACKAGE_TEXT } from "../ports/limits";
import { engineForTests } from "../tools/engine-for-tests";
import { odpEditor, pptxEditor } from "./formats/slide-editors";
import { docxOf, odtOf, packageOf } from "./package/packages.fixture";
import { openZip } from "./package/zip";
import { readSlides, type SlideText } from "./slide/read-slides";

/** More than the limit for one package, but not too much to unpack. */
const tooMuch = "x".repeat(MAX_PACKAGE_TEXT + 1);

type Row = { id: string; text: string; slide?: number };
const rowsOf = (data: unknown, list: "paragraphs" | "slides"): Row[] => (data as Record<string, Row[]>)[list] ?? [];

it.each([
  [
    "a.docx",
    () =>
      docxOf(
        `<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:t>Two</w:t></w:r></w:p><w:p><w:r><w:t>${tooMuch}</w:t></w:r></w:p>`,
      ),
  ],
  ["a.odt", () => odtOf(`<text:p>One</text:p><text:p>Two</text:p><text:p>${tooMuch}</text:p>`)],
])("of a text with too much in it (%s) the beginning is read, and a warning says so", async (path, make) => {
  const on = engineForTests({ [path]: make() });
  const read = await on.call("office_artifact", { action: "read", path });
  expect(read).toMatchObject({ ok: true, data: { total: 2 } });
  expect(rowsOf(read.data, "paragraphs")).toMatchObject([
    { id: "-", text: "One" },
    { id: "-", text: "Two" },
  ]);
  expect(read.message).toMatch(/warning: this document has more text than can be read at once: these are the first 2/);
  expect(on.logged).toEqual([]);
});

/** A presentation of three slides, the second of which has too much text. */
function presentation(name: "a.pptx" | "a.odp"): Uint8Array {
  const editor = name === "a.pptx" ? pptxEditor : odpEditor;
  const zip = openZip(editor.create("# One\n\n- first\n\n# Two\n\n- HERE\n\n# Three\n\n- third\n"), name);
  const parts = zip.names.map((part): [string, string] => {
    const text = zip.read(part)?.toString("utf8") ?? "";
    const many = text
      .replace(
        /(<a:p>(?:(?!<a:p>).)*HERE.*?<\/a:p>)/s,
        (found) => `${found}<a:p><a:r><a:t>${tooMuch}</a:t></a:r></a:p>`,
      )
      .replace(/(<text:p[^>]*>(?:(?!<text:p).)*HERE.*?<\/text:p>)/s, (found) => `${found}<text:p>${tooMuch}</text:p>`);
    return [part, many];
  });
  return packageOf(Object.fromEntries(parts));
}

it.each(process.env["GALLEY_LONG"] ? (["a.pptx", "a.odp"] as const) : (["a.odp"] as const))(
  "of a presentation with too much text (%s), the first slides are read, and every other one by its number",
  async (path) => {
    const on = engineForTests({ [path]: presentation(path) });
    const read = (more: object = {}) => on.call("office_artifact", { action: "read", path, ...more });
    const beginning = await read();
    expect(beginning).toMatchObject({ ok: true });
    expect(rowsOf(beginning.data, "slides").map(({ text, slide }) => [slide, text])).toEqual([
      ...[
        [1, "One"],
        [1, "first"],
        [2, "Two"],
        [2, "HERE"],
      ],
    ]);
    expect(beginning.message).toMatch(/slides 1 to 2 of 3, the last possibly in part, without ids; read any/);
    const third = await read({ slide: 3 });
    expect(rowsOf(third.data, "slides").map(({ text, slide }) => [slide, text])).toEqual([
      ...[
        [3, "Three"],
        [3, "third"],
      ],
    ]);
    expect((await read({ slide: 2 })).message).toMatch(/slide 2 has more text than can be read/);
    expect(await read({ slide: 4 })).toMatchObject({
      ok: false,
      error: { message: "there is no slide 4; the presentation has 3" },
    });
    expect(on.logged).toEqual([]);
  },
);

it("a presentation of many slides is read in time that grows in proportion to their number", () => {
  const count = 40_000;
  const slides = Array.from({ length: count }, (_, at) => ({ number: at + 1, name: null, isHidden: false }));
  const texts = slides.map(({ number }): SlideText => ({ text: `${number}`, role: "title", level: 0, slide: number }));
  const begun = process.cpuUsage();
  const { items, more } = readSlides(() => ({ slides, texts, total: count, isCut: false }), { ids: [] }, {});
  // If each slide searched all texts, this would take several seconds.
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1000).toBeLessThan(1500);
  expect([items.length, (more["outline"] as { title: string }[]).at(-1)?.title]).toEqual([count, `${count}`]);
});

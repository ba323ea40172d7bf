import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPackage } from "../formats/read-package";
import { odpEditor, pptxEditor } from "../formats/slide-editors";
import { relationsOf } from "../package/package-parts";
import { rewritePackage } from "../package/package-writer";
import { openZip } from "../package/zip";
import type { OfficeOperation } from "../text/office-format";

const isLong = process.env["GALLEY_LONG"] !== undefined;
const editors = { pptx: pptxEditor, odp: odpEditor };
type Format = keyof typeof editors;
type Slides = { title: string; bullets: string[] }[];
const made = (name: string): Buffer => readFileSync(join(import.meta.dirname, "../samples", name));
const formatOf = (name: string): Format => (name.endsWith("odp") ? "odp" : "pptx");
const byOthers = ["pptxgenjs.pptx", "pandoc.pptx", "libreoffice.pptx", "libreoffice.odp", "odfpy.odp", "oodoc.odp"];

function edited(bytes: Uint8Array, format: Format, operation: OfficeOperation) {
  const zip = openZip(bytes, "a");
  const edit = editors[format].edit(zip, operation, { name: "a", track: null });
  return { ...edit, bytes: rewritePackage(zip, edit.parts, "a") };
}

const setSlides = (bytes: Uint8Array, format: Format, slides: Slides) =>
  edited(bytes, format, { operation: "set_slides", slides });

function readItems(bytes: Uint8Array, format: Format, only: { slide?: number; sheet?: string } = {}) {
  const { paragraphs } = readPackage(bytes, format, "a");
  return editors[format].read(openZip(bytes, "a"), { ids: paragraphs.map((_, index) => `id${index}`) }, only);
}

/** Titles and points of each slide. */
function slidesOf(bytes: Uint8Array, format: Format): { title: string; bullets: string[] }[] {
  const { items, more } = readItems(bytes, format);
  return (more["outline"] as { number: number }[]).map(({ number }) => {
    const own = items.filter(({ row }) => row["slide"] === number);
    const of = (role: string) => own.filter(({ row }) => row["role"] === role);
    return {
      title: String(of("title")[0]?.row["text"] ?? ""),
      bullets: of("bullet").map(({ row }) => "\t".repeat(Number(row["level"] ?? 0)) + String(row["text"])),
    };
  });
}

function differing(before: Uint8Array, after: Uint8Array): string[] {
  const [one, other] = [openZip(before, "a"), openZip(after, "a")];
  const names = new Set([...one.names, ...other.names]);
  return [...names].filter((name) => one.read(name)?.equals(other.read(name) ?? Buffer.alloc(0)) !== true).sort();
}

const slide = (number: number) => ({ id: `slide ${number}`, paragraph: null, slide: number });

/** Relations to parts that are missing, slides and notes without a content type, and types and relations of parts that are missing. */
function brokenRelations(bytes: Uint8Array): string[] {
  const zip = openZip(bytes, "a");
  const types = zip.read("[Content_Types].xml")?.toString() ?? "";
  const typed = [...types.matchAll(/PartName="\/([^"]+)"/g)].map(([, part = ""]) => part);
  const written = zip.names.filter((name) => /^ppt\/(?:slides|notesSlides|notesMasters)\/[^/]+\.xml$/.test(name));
  return [
    ...zip.names
      .filter((name) => name.endsWith(".rels"))
      .flatMap((rels) => {
        const part = rels.replace(/_rels\/([^/]*)\.rels$/, "$1");
        const own = part === "" || zip.entries.has(part) ? [] : [`${rels} of nothing`];
        return [
          ...own,
          ...relationsOf(zip, part).flatMap(({ target }) => (zip.entries.has(target) ? [] : [`${rels} to ${target}`])),
        ];
      }),
    ...(types === "" ? [] : written.filter((name) => !typed.includes(name)).map((name) => `${name} without a type`)),
    ...typed.filter((name) => !zip.entries.has(name)).map((name) => `the type of ${name}`),
  ];
}

const errorFrom = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return `${(error as { code: string }).code}: ${(error as Error).message}`;
  }
  return "nothing was rejected";
};

describe.each(byOthers)("%s", (name) => {
  const format = formatOf(name);
  const before = made(name);
  const word = name === "pandoc.pptx" ? "early" : "Beans";

  it("a word is replaced in place, and no other entry changes", () => {
    const { bytes } = edited(before, format, {
      operation: "replace_text",
      find: name === "pandoc.pptx" ? "late beans" : "Peas early",
      which: "once",
      node: null,
      replace: "Sweet <peas> & 豌豆",
    });
    expect(differing(before, bytes)).toEqual([
      format === "odp" ? "content.xml" : `ppt/slides/slide${name === "pandoc.pptx" ? 2 : 1}.xml`,
    ]);
    expect(slidesOf(bytes, format).flatMap(({ bullets }) => bullets)).toContain("Sweet <peas> & 豌豆");
  });

  it("ids are those of the paragraphs that read_file shows, and set_text takes them", () => {
    const { items } = readItems(before, format);
    const point = items.find(({ row }) => row["text"] === word);
    const paragraph = Number(/\d+/.exec(point?.row.id ?? "")?.[0]);
    expect(readPackage(before, format, "a").paragraphs[paragraph]?.text).toBe(word);
    const node = { id: "x", paragraph };
    const { bytes } = edited(before, format, { operation: "set_text", node, content: "first\nsecond" });
    expect(readItems(bytes, format).items.map(({ text }) => text)).toContain("first\nsecond");
    const back = edited(bytes, format, { operation: "set_text", node, content: word });
    expect(slidesOf(back.bytes, format)).toEqual(slidesOf(before, format));
  });

  it("setting the existing content changes no byte", () => {
    expect(setSlides(before, format, slidesOf(before, format)).bytes).toEqual(before);
  });

  it("slides are set, added with everything that refers to them, and removed again; notes and tables stay", () => {
    const wanted = [
      { title: "One & all", bullets: ["a", "\tdeeper", "c"] },
      { title: "Two", bullets: ["x"] },
      ...Array.from({ length: 3 }, (_, index) => ({ title: `New ${index}`, bullets: ["p", "\tq"] })),
    ];
    const more = setSlides(before, format, wanted).bytes;
    const listed = slidesOf(more, format);
    expect(listed.map(({ title }) => title)).toEqual(wanted.map(({ title }) => title));
    expect(listed.at(-1)).toEqual(wanted.at(-1));
    const notes = (bytes: Uint8Array) => readItems(bytes, format).items.filter(({ row }) => row["role"] === "note");
    expect(notes(more).map(({ text }) => text)).toEqual(notes(before).map(({ text }) => text));
    expect(differing(before, more).filter((part) => /layout|master|media|theme|styles\.xml/i.test(part))).toEqual([]);
    const { bytes: fewer, warnings } = setSlides(more, format, wanted.slice(0, 1));
    expect(slidesOf(fewer, format).map(({ title }) => title)).toEqual(["One & all"]);
    expect(warnings).toEqual(["slides 2-5 were removed, including notes; the previous version is in the history"]);
    const left = openZip(fewer, "a").names.filter((part) => /slides\/slide\d+\.xml$/.test(part));
    if (format === "pptx") expect(left).toHaveLength(1);
    const types = openZip(fewer, "a").read("[Content_Types].xml")?.toString() ?? "";
    for (const [, part] of types.matchAll(/PartName="\/(ppt\/(?:slides|notesSlides)\/[^"]+)"/g))
      expect(openZip(fewer, "a").names).toContain(part);
  });

  it("slides are inserted at the start and added at the end", () => {
    const count = slidesOf(before, format).length;
    const first = edited(before, format, { operation: "prepend", content: "# Start\n- s" }).bytes;
    const both = edited(first, format, { operation: "append_text", content: "# End\n- e\n  - f\n\n---\nplain" }).bytes;
    const listed = slidesOf(both, format);
    expect(listed).toHaveLength(count + 3);
    expect([listed[0], listed.at(-2), listed.at(-1)?.bullets]).toEqual([
      { title: "Start", bullets: ["s"] },
      { title: "End", bullets: ["e", "\tf"] },
      ["plain"],
    ]);
  });

  it("slides are inserted, moved and deleted by number, with nothing left of those that are deleted", () => {
    const titles = (bytes: Uint8Array): string[] => slidesOf(bytes, format).map(({ title }) => title);
    const old = titles(before);
    const content = "# New\n- p\n\n# Next";
    const more = edited(before, format, { operation: "insert_after", node: slide(1), content });
    expect([titles(more.bytes), more.done]).toEqual([[old[0], "New", "Next", ...old.slice(1)], "inserted slides 2-3"]);
    const last = old.length + 2;
    const moved = edited(more.bytes, format, { operation: "move", node: slide(last), side: "before", to: slide(1) });
    expect(titles(moved.bytes)).toEqual([titles(more.bytes).at(-1), ...titles(more.bytes).slice(0, -1)]);
    expect(moved.done).toBe(`moved slide ${last}: it is slide 1 now`);
    const back = edited(moved.bytes, format, { operation: "move", node: slide(1), side: "after", to: slide(last) });
    const fewer = edited(back.bytes, format, { operation: "delete", nodes: [slide(2), slide(3)] });
    expect(fewer.done).toBe(`deleted slide 2, 3; ${old.length} slides are left, with new numbers`);
    expect(titles(fewer.bytes)).toEqual(old);
    // The blanks between slides stay where they were.
    const blanks = name === "oodoc.odp" ? ["content.xml"] : [];
    expect(differing(before, fewer.bytes)).toEqual(blanks);
    for (const bytes of [moved.bytes, fewer.bytes]) expect(brokenRelations(bytes)).toEqual(brokenRelations(before));
    expect(
      errorFrom(() => edited(before, format, { operation: "delete", nodes: old.map((_, at) => slide(at + 1)) })),
    ).toMatch(/^bad_arguments: a presentation needs a slide/);
    expect(errorFrom(() => edited(before, format, { operation: "delete", nodes: [slide(99)] }))).toMatch(
      /^not_found: there is no slide 99/,
    );
  });

  it("notes are set on every slide, also where there were none", () => {
    let { bytes } = edited(before, format, { operation: "append_text", content: "# Without notes" });
    const count = slidesOf(bytes, format).length;
    const content = "Say <this> & 那个\nand that";
    for (let number = 1; number <= count; number++)
      bytes = edited(bytes, format, { operation: "set_notes", node: slide(number), content }).bytes;
    const { items } = readItems(bytes, format);
    for (let number = 1; number <= count; number++)
      expect(
        items.filter(({ row }) => row["slide"] === number && row["role"] === "note").map(({ text }) => text),
      ).toEqual(content.split("\n"));
    expect(brokenRelations(bytes)).toEqual(brokenRelations(before));
    const gone = edited(bytes, format, { operation: "delete", nodes: [slide(count)] });
    expect(brokenRelations(gone.bytes)).toEqual(brokenRelations(before));
  });
});

it("a deleted slide takes the pictures and charts with it that only it has, and leaves the section that it was in", () => {
  const create = pptxEditor.create("# a\n- x\n- y\n\n# b\n- z\n\n# c");
  const zip = openZip(create, "a");
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const related = (part: string, extra: string): [string, Buffer] => [
    part,
    Buffer.from((zip.read(part)?.toString() ?? "").replace("</Relationships>", `${extra}</Relationships>`)),
  ];
  const image = (id: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/image" Target="../media/${target}"/>`;
  const sections = `<p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="s" id="{1}"><p14:sldIdLst><p14:sldId id="256"/><p14:sldId id="257"/><p14:sldId id="258"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst></p:presentation>`;
  const presentation = zip.read("ppt/presentation.xml")?.toString().replace("</p:presentation>", sections) ?? "";
  const bytes = rewritePackage(
    zip,
    new Map([
      related("ppt/slides/_rels/slide1.xml.rels", image("rId8", "both.png")),
      related("ppt/slides/_rels/slide2.xml.rels", image("rId8", "both.png") + image("rId9", "own.png")),
      ["ppt/media/both.png", Buffer.from("1")],
      ["ppt/media/own.png", Buffer.from("2")],
      ["ppt/presentation.xml", Buffer.from(presentation)],
    ]),
    "a",
  );
  const after = openZip(edited(bytes, "pptx", { operation: "delete", nodes: [slide(2)] }).bytes, "a");
  expect(
    openZip(bytes, "a")
      .names.filter((name) => !after.entries.has(name))
      .toSorted(),
  ).toEqual(["ppt/media/own.png", "ppt/slides/_rels/slide2.xml.rels", "ppt/slides/slide2.xml"]);
  const noted = openZip(edited(bytes, "pptx", { operation: "set_notes", node: slide(1), content: "see 2" }).bytes, "a");
  const notes = noted.names.find((name) => /notesSlides\/_rels\//.test(name)) ?? "";
  const link = `<Relationship Id="rId9" Type="${office}/slide" Target="../slides/slide2.xml"/></Relationships>`;
  const linked = Buffer.from((noted.read(notes)?.toString() ?? "").replace("</Relationships>", link));
  expect(
    errorFrom(() =>
      edited(rewritePackage(noted, new Map([[notes, linked]]), "a"), "pptx", {
        operation: "delete",
        nodes: [slide(2)],
      }),
    ),
  ).toMatch(/^wrong_state: slide 1 links to slide2.xml/);
  const withoutRoot = rewritePackage(openZip(bytes, "a"), new Map([["_rels/.rels", null]]), "a");
  const rest = openZip(edited(withoutRoot, "pptx", { operation: "delete", nodes: [slide(2)] }).bytes, "a");
  expect(rest.names.length).toBe(after.names.length - 1);
  const set = openZip(setSlides(bytes, "pptx", slidesOf(bytes, "pptx").slice(0, 1)).bytes, "a");
  expect([set.entries.has("ppt/slides/slide2.xml"), set.entries.has("ppt/media/own.png")]).toEqual([false, true]);
  const inSection = (of: Uint8Array): string =>
    [...(openZip(of, "a").read("ppt/presentation.xml")?.toString() ?? "").matchAll(/<p14:sldId id="(\d+)"/g)]
      .map(([, id]) => id)
      .join(" ");
  const inserted = edited(bytes, "pptx", { operation: "insert_before", node: slide(2), content: "# n" });
  expect(inSection(inserted.bytes)).toBe("256 259 257 258");
  const moved = edited(bytes, "pptx", { operation: "move", node: slide(3), side: "before", to: slide(1) });
  expect(inSection(moved.bytes)).toBe("258 256 257");
});

it("a table row is set as it is read, and a single slide can be read", () => {
  const before = made("pptxgenjs.pptx");
  const index = readPackage(before, "pptx", "a").paragraphs.findIndex(({ text }) => text === "c | d");
  const { bytes } = edited(before, "pptx", {
    operation: "set_text",
    node: { id: "x", paragraph: index },
    content: "c | new",
  });
  expect(
    readItems(bytes, "pptx", { slide: 2 })
      .items.map(({ text }) => text)
      .at(-1),
  ).toBe("c | new");
  expect(errorFrom(() => readItems(before, "pptx", { slide: 3 }))).toBe(
    "not_found: there is no slide 3; the presentation has 2",
  );
  expect(errorFrom(() => readItems(before, "pptx", { sheet: "x" }))).toBe(
    "bad_arguments: a presentation has no sheets",
  );
});

it("operations that slides do not have are rejected", () => {
  for (const format of ["pptx", "odp"] as const) {
    const bytes = editors[format].create("# a");
    expect(errorFrom(() => setSlides(bytes, format, []))).toMatch(/^bad_arguments: slides is empty/);
    expect(errorFrom(() => edited(bytes, format, { operation: "set_cells", cells: { A1: 1 } }))).toMatch(
      /is for spreadsheets/,
    );
    expect(errorFrom(() => edited(bytes, format, { operation: "append_text", content: " " }))).toMatch(
      /^bad_arguments/,
    );
    const node = { id: "Slide 1", paragraph: null };
    expect(errorFrom(() => edited(bytes, format, { operation: "set_text", node, content: "x" }))).toMatch(
      /is not the id of a slide text/,
    );
  }
  const named = { id: "jr", paragraph: 0 };
  expect(
    errorFrom(() => edited(odpEditor.create("# a"), "odp", { operation: "set_text", node: named, content: "x" })),
  ).toMatch(/is not the id of a slide text/);
});

it("a slide that another one links to is not removed", () => {
  const before = openZip(pptxEditor.create("# a\n- x\n- y\n\n# b\n- z"), "a");
  const rels = "ppt/slides/_rels/slide1.xml.rels";
  const linked = (before.read(rels)?.toString() ?? "").replace(
    "</Rel",
    '<Relationship Id="rId9" Type="x/slide" Target="slide2.xml"/></Rel',
  );
  const bytes = rewritePackage(before, new Map([[rels, Buffer.from(linked)]]), "a");
  expect(errorFrom(() => setSlides(bytes, "pptx", [{ title: "a", bullets: [] }]))).toBe(
    "wrong_state: slide 1 links to slide2.xml, which would be removed",
  );
});

const line = fc
  .string({ minLength: 1, maxLength: 12, unit: "grapheme" })
  .filter((text) => text.trim() === text && !/\s\s|[\s\p{Cc}]/u.test(text));
const slides = fc.array(fc.record({ title: line, bullets: fc.array(line, { minLength: 1, maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 5,
});

it.each(["pptx", "odp"] as const)("random slides that replace each other in %s are read as they were set", (format) => {
  fc.assert(
    fc.property(fc.array(slides, { minLength: 1, maxLength: 3 }), (steps) => {
      let bytes: Uint8Array = editors[format].create("# Start\n- one\n- two");
      for (const step of steps) bytes = setSlides(bytes, format, step).bytes;
      expect(slidesOf(bytes, format)).toEqual(steps.at(-1));
    }),
    { numRuns: isLong ? 500 : 6 },
  );
});

it.skipIf(!isLong)("LibreOffice displays the slides that were set", () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-slides-"));
  try {
    for (const name of byOthers) {
      const path = join(folder, name);
      const bytes = setSlides(
        made(name),
        formatOf(name),
        [1, 2, 3, 4].map((number) => ({ title: `Title ${number}`, bullets: [`Point ${number}`, "豌豆"] })),
      ).bytes;
      writeFileSync(path, bytes);
      const to = formatOf(name) === "odp" ? "pptx" : "odp";
      const args = [
        "--headless",
        `-env:UserInstallation=file://${folder}/profile`,
        "--convert-to",
        to,
        "--outdir",
        folder,
      ];
      execFileSync("soffice", [...args, path], { stdio: "ignore", timeout: 120_000 });
      const converted = readFileSync(path.replace(/\.\w+$/, `.${to}`));
      const texts = readPackage(converted, to, "a").paragraphs.map(({ text }) => text);
      for (const number of [1, 2, 3, 4])
        expect(texts, name).toEqual(expect.arrayContaining([`Title ${number}`, `Point ${number}`]));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

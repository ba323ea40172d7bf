import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { officeFormatOf } from "../../../../core/text/format";
import { packageJobs } from "../jobs/package-jobs";
import { openZip } from "../package/zip";
import type { OfficeOperation } from "../text/office-format";
import { OfficeModel } from "../view/office-model";

const sample = (name: string): Record<string, Uint8Array> =>
  unzipSync(readFileSync(join(import.meta.dirname, "../samples", name)));
const textIn = (bytes: Uint8Array | null | undefined): string => Buffer.from(bytes ?? []).toString();

/** A document of one of the six formats with macros, or as a template: another content type, and the macros. */
function kindred(parts: Record<string, Uint8Array>, type: string): Uint8Array {
  const types = textIn(parts["[Content_Types].xml"])
    .replace(
      /application\/vnd\.openxmlformats-officedocument\.[a-z]+\.(?:document|sheet|presentation)\.main\+xml/,
      type,
    )
    .replace("</Types>", `<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>`);
  const macros = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]);
  return zipSync({ ...parts, "[Content_Types].xml": Buffer.from(types), "word/vbaProject.bin": macros });
}

/** A package in the strict variant of Open XML. */
function strict(parts: Record<string, Uint8Array>): Uint8Array {
  const translated = Object.entries(parts).map(([name, bytes]) => [
    name,
    /\.(?:xml|rels)$/.test(name)
      ? Buffer.from(
          textIn(bytes).replaceAll(
            /http:\/\/schemas\.openxmlformats\.org\/(officeDocument|wordprocessingml|spreadsheetml|presentationml|drawingml)\/2006\//g,
            "http://purl.oclc.org/ooxml/$1/",
          ),
        )
      : bytes,
  ]);
  return zipSync(Object.fromEntries(translated));
}

/** How often each part names a namespace or relation of the other variant. */
function foreignIn(bytes: Uint8Array): Record<string, number> {
  const zip = openZip(bytes, "a");
  const foreign = /schemas\.openxmlformats\.org\/(?!package|markup)[^"']*\/2006\/(?!metadata)/g;
  return Object.fromEntries(
    zip.names.flatMap((name) => {
      const count = /\.(?:xml|rels)$/.test(name) ? (textIn(zip.read(name)).match(foreign)?.length ?? 0) : 0;
      return count > 0 ? [[name, count]] : [];
    }),
  );
}

const edit = (bytes: Uint8Array, name: string, operation: OfficeOperation) =>
  packageJobs.edit({ bytes, name, format: officeFormatOf(name) ?? "odt", operation, track: null, needsText: false });
const append = (content: string): OfficeOperation => ({ operation: "append_text", content });

const word = "application/vnd.ms-word";
const kinds: [name: string, sample: string, type: string, operation: OfficeOperation, part: string][] = [
  ["a.docm", "libreoffice.docx", `${word}.document.macroEnabled.main+xml`, append("New words"), "word/document.xml"],
  [
    "a.dotx",
    "pandoc.docx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
    append("New"),
    "word/document.xml",
  ],
  [
    "a.xlsm",
    "openpyxl.xlsx",
    "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    { operation: "set_cells", cells: { "Harvest!B3": 40 } },
    "xl/worksheets/sheet1.xml",
  ],
  [
    "a.potm",
    "pandoc.pptx",
    "application/vnd.ms-powerpoint.template.macroEnabled.main+xml",
    append("# New\n- point"),
    "ppt/presentation.xml",
  ],
];

describe.each(kinds)("%s", (name, from, type, operation, part) => {
  it("is read and edited; its kind and its macros keep every byte", async () => {
    const before = kindred(sample(from), type);
    const { bytes, parts } = await edit(before, name, operation);
    expect(parts).toContain(part);
    const [one, other] = [openZip(before, name), openZip(bytes, name)];
    expect(other.read("word/vbaProject.bin")).toEqual(one.read("word/vbaProject.bin"));
    expect(textIn(other.read("[Content_Types].xml"))).toContain(type);
    const file = { bytes, name, format: officeFormatOf(name) ?? "odt" };
    expect(new OfficeModel({ ...file, version: "1", imagesAt: "" }).projection()).toContain(
      name === "a.xlsm" ? "40" : "New",
    );
  });
});

const strictOperations: [sample: string, operation: OfficeOperation, shown: string][] = [
  ["libreoffice.docx", append("See [the plan](https://example.org/plan)."), "the plan"],
  ["python-docx.docx", append("1. one\n2. two"), "two"],
  ["libreoffice.xlsx", { operation: "set_cells", cells: { "Harvest!B3": "=UNIQUE(B2:B2)" } }, "UNIQUE"],
  ["libreoffice.pptx", append("# New slide\n- point"), "New slide"],
  ["pandoc.pptx", { operation: "set_slides", slides: [{ title: "Only", bullets: ["point"] }] }, "Only"],
];

describe.each(strictOperations)("strict %s", (from, operation, shown) => {
  it("stays strict: nothing is added in the namespaces of the other variant", async () => {
    const before = strict(sample(from));
    const { bytes } = await edit(before, from, operation);
    expect(foreignIn(bytes)).toEqual(foreignIn(before));
    const file = { bytes, name: from, format: officeFormatOf(from) ?? "odt" };
    expect(new OfficeModel({ ...file, version: "1", imagesAt: "" }).projection()).toContain(shown);
  });
});

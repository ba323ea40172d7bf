import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { strFromU8, unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import type { OfficeFormat } from "../../../core/text/format";
import { ToolError } from "../ports/tool-error";
import { changedXml, fuzzRuns, type Step, steps } from "../testing/mutations.fixture";
import { editDocx } from "./docx/edit";
import { readEpub } from "./epub/read";
import { readPackage } from "./formats/read-package";
import { inPackage } from "./jobs/in-package";
import { editOdp } from "./odp/edit";
import { editOdt } from "./odt/edit";
import { rewritePackage } from "./package/package-writer";
import { packageOf } from "./package/packages.fixture";
import { editPptx } from "./pptx/edit";
import type { OfficeEditor, OfficeOperation } from "./text/office-format";
import { OfficeModel } from "./view/office-model";

/** A limit on the milliseconds of work for one package. It is not a benchmark: without limits, a package takes minutes. */
const MOST_WORK = 20_000;

const made = [
  "pandoc.docx",
  "python-docx.docx",
  "openpyxl.xlsx",
  "pptxgenjs.pptx",
  "libreoffice.odt",
  "libreoffice.ods",
  "odfpy.odp",
];
const editors: Partial<Record<OfficeFormat, OfficeEditor["edit"]>> = {
  docx: editDocx,
  odt: editOdt,
  pptx: editPptx,
  odp: editOdp,
};
const madeParts = new Map(
  made.map(
    (name) => [name, Object.entries(unzipSync(readFileSync(join(import.meta.dirname, "samples", name))))] as const,
  ),
);

/** A package in which one part was changed, and possibly another removed or replaced with the first. */
function changedPackage(name: string, part: number, changes: readonly Step[]): Uint8Array {
  const entries = madeParts.get(name) ?? [];
  const texts = entries.filter(([path]) => /\.(?:xml|rels)$/.test(path));
  const [chosen = ""] = texts[part % texts.length] ?? [];
  const [{ how, at, value }] = changes as [Step];
  const gone = how % 11 === 0 ? texts[at % texts.length]?.[0] : null;
  const other = how % 13 === 0 ? texts[value % texts.length]?.[1] : null;
  return zipSync(
    Object.fromEntries(
      entries
        .filter(([path]) => path !== gone)
        .map(([path, bytes]) => {
          if (path !== chosen) return [path, bytes];
          return [path, other ?? Buffer.from(changedXml(strFromU8(bytes), changes))];
        }),
    ),
    { level: 1 },
  );
}

/** True if it succeeded, false if it was rejected with a `ToolError`; anything else that is thrown fails the test. */
function isRead(act: () => unknown): boolean {
  const from = process.cpuUsage();
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  } finally {
    const { user, system } = process.cpuUsage(from);
    expect((user + system) / 1000).toBeLessThan(MOST_WORK);
  }
}

/** Edits the structure of a package at its first paragraphs or slides, and reads the result. */
function editedStructure(bytes: Uint8Array, format: OfficeFormat, name: string, changes: readonly Step[]): void {
  const edit = editors[format];
  const [{ how, at, value }] = changes as [Step];
  const count = readPackage(bytes, format, name).paragraphs.length;
  if (edit === undefined || count === 0) return;
  const node = (number: number) =>
    format === "docx" || format === "odt"
      ? { id: "node", paragraph: number % count }
      : { id: "slide", paragraph: null, slide: number + 1 };
  const operations: OfficeOperation[] = [
    { operation: "insert_after", node: node(at % 8), content: "new | row\n\n- item" },
    { operation: "delete", nodes: [node(at % 8), node((at + 1) % 8)] },
    { operation: "move", node: node(at % 8), side: "before", to: node(value % 8) },
  ];
  const operation = operations[how % operations.length] as OfficeOperation;
  inPackage({ bytes, format, name }, (zip) => {
    const track = format === "docx" && at % 2 === 0 ? { author: "A", at: "2026-01-01T00:00:00Z" } : null;
    const { parts } = edit(zip, operation, { name, track });
    readPackage(rewritePackage(zip, parts, name), format, name);
  });
}

test("a package whose parts are changed at their tags is read or rejected, and nothing else happens [A19]", () => {
  let read = 0;
  let rejectedCount = 0;
  fc.assert(
    fc.property(fc.constantFrom(...made), fc.nat(100), steps, (name, part, changes) => {
      const bytes = changedPackage(name, part, changes);
      const format = name.slice(name.lastIndexOf(".") + 1) as OfficeFormat;
      if (isRead(() => readPackage(bytes, format, name))) read++;
      else rejectedCount++;
      isRead(() => {
        const model = new OfficeModel({ bytes, format, name, version: "", imagesAt: "" });
        model.projection();
      });
      isRead(() => editedStructure(bytes, format, name, changes));
    }),
    fuzzRuns(3000, 100),
  );
  // Both outcomes must occur.
  expect(Math.min(read, rejectedCount)).toBeGreaterThan(5);
});

const epubParts: Record<string, string> = {
  mimetype: "application/epub+zip",
  "META-INF/container.xml": `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
  "a.opf": `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>A book</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="i1" href="1.xhtml" media-type="application/xhtml+xml"/><item id="i2" href="2.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="nav"/><itemref idref="i1"/><itemref idref="i2"/></spine></package>`,
  "nav.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol><li><a href="1.xhtml">One</a></li></ol></nav></body></html>`,
  "1.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>One</h1><p>A <b>word</b> &amp; more.</p><ul><li>x</li></ul></body></html>`,
  "2.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Two</h1><p>Again<br/>a word.</p><table><tr><td>1</td></tr></table></body></html>`,
};

test("an EPUB whose parts are changed at their tags is read or rejected, and nothing else happens [A19]", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(epubParts)), steps, (part, changes) => {
      const bytes = packageOf({ ...epubParts, [part]: changedXml(epubParts[part] ?? "", changes) });
      isRead(() => readEpub(bytes, "a.epub"));
    }),
    fuzzRuns(3000, 100),
  );
});

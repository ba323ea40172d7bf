import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OfficeFormat } from "../../../../core/text/format";
import { libreOffice } from "../../office/convert/libreoffice";
import { officeEditor } from "../../office/formats/office-editors";
import type { ModelEdit } from "../../office/view/model-protocol";
import { OfficeModel } from "../../office/view/office-model";
import { makeTemporaryFolder, unrecorded } from "../../storage/saving/temporaries";

/**
 * The number of documents per format (one of each kind in the short run). Each is edited at random, and LibreOffice must read exactly what the edits
 * should produce.
 */
const isLong = process.env["GALLEY_LONG"] !== undefined;
const documents = isLong ? 60 : 3;
const program = await libreOffice({ makeFolder: () => makeTemporaryFolder(unrecorded) }).program();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-random-office-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type MadePackage = { bytes: Uint8Array; expected: unknown };

/** Converts all of them in one start. A document that was not converted gives an empty text. */
function converted(made: readonly MadePackage[], format: OfficeFormat, to: string, filter = to): string[] {
  const paths = made.map(({ bytes }, index) => {
    const path = join(folder, `${format}${index}.${format}`);
    writeFileSync(path, bytes);
    return path;
  });
  const out = join(folder, "out");
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  const args = [profile, "--headless", "--convert-to", filter, "--outdir", out, ...paths];
  spawnSync(program ?? "", args, { timeout: 240_000 });
  return made.map((_, index) => readFileSync(join(out, `${format}${index}.${to}`), "utf8"));
}

const modelOf = (bytes: Uint8Array, format: OfficeFormat, before: OfficeModel | null = null): OfficeModel =>
  new OfficeModel({ bytes, format, name: `a.${format}`, version: "", imagesAt: "" }, before);

const bytesAfter = async (model: OfficeModel, edits: readonly ModelEdit[]): Promise<Uint8Array> => {
  const made = await model.edit(edits, null);
  if (made.status === "stale") throw new Error("stale");
  return made.bytes;
};

/** Texts with difficult parts: several blanks in a row and at both ends, tabs, XML characters, other scripts, surrogate pairs. */
const words = fc.stringMatching(/^[ab <&>\t花😀"']{0,10}$/u);
const plain = fc.stringMatching(/^[a-z花]{1,8}$/u);
const step = fc.record({
  kind: fc.constantFrom("text", "text", "insert", "delete"),
  at: fc.nat(),
  from: fc.nat(),
  length: fc.nat({ max: 6 }),
  words,
});
type Step = { kind: string; at: number; from: number; length: number; words: string };
const steps = fc.array(step, { minLength: 1, maxLength: 6 });
/** The short run checks the same documents each time; the long run finds new cases. */
const some = <T>(arbitrary: fc.Arbitrary<T>): T[] =>
  fc.sample(arbitrary, { numRuns: documents, ...(isLong ? {} : { seed: 20_261_121 }) });

/** Edits a list of paragraphs at random. Returns the bytes, and the texts that a plain list would have. */
async function atRandom(
  model: OfficeModel,
  format: OfficeFormat,
  given: readonly Step[],
  shown: (model: OfficeModel) => { id: string; text: string }[],
): Promise<{ bytes: Uint8Array; texts: string[] }> {
  let now = model;
  let texts = shown(now).map(({ text }) => text);
  let bytes: Uint8Array | null = null;
  for (const { kind, at, from, length, words: put } of given) {
    const all = shown(now);
    const index = at % all.length;
    const { id, text } = all[index] ?? { id: "", text: "" };
    const characters = [...text];
    const start = from % (characters.length + 1);
    const next = [...characters.slice(0, start), put, ...characters.slice(start + length)].join("");
    const edit: ModelEdit =
      kind === "insert"
        ? { edit: "insert", after: id, text: put }
        : kind === "delete" && all.length > 3
          ? { edit: "delete", paragraph: id, before: text }
          : { edit: "text", paragraph: id, before: text, text: next };
    bytes = await bytesAfter(now, [edit]);
    if (edit.edit === "insert") texts = texts.toSpliced(index + 1, 0, put);
    else if (edit.edit === "delete") texts = texts.toSpliced(index, 1);
    else texts = texts.with(index, next);
    now = modelOf(bytes, format, now);
  }
  return { bytes: bytes ?? new Uint8Array(), texts };
}

describe.skipIf(program === null || !isLong)("LibreOffice reads documents after random edits", () => {
  test.each(isLong ? (["docx", "odt"] as const) : (["docx"] as const))(
    "%s",
    async (format) => {
      const editor = await officeEditor(format);
      const made: MadePackage[] = [];
      for (const [texts, given] of some(fc.tuple(fc.array(plain, { minLength: 4, maxLength: 8 }), steps))) {
        const model = modelOf(editor.create(texts.join("\n\n")), format);
        const { bytes, texts: expected } = await atRandom(model, format, given, (each) => each.paragraphs(0, 500));
        made.push({ bytes, expected });
      }
      const read = converted(made, format, "txt", "txt:Text (encoded):UTF8");
      for (const [index, { expected }] of made.entries())
        expect(
          read[index]
            ?.replace(/^\ufeff/, "")
            .replace(/\n$/, "")
            .split("\n"),
        ).toEqual(expected);
    },
    300_000,
  );

  test.each(isLong ? (["xlsx", "ods"] as const) : (["ods"] as const))(
    "%s",
    async (format) => {
      const editor = await officeEditor(format);
      const value = fc.oneof(plain, fc.integer({ min: -99_999, max: 99_999 }).map(String), fc.constant(""));
      const cell = fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 5 }), value);
      const given = fc.tuple(
        fc.array(fc.array(plain, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.array(cell, { minLength: 1, maxLength: 12 }),
      );
      const made: MadePackage[] = [];
      for (const [rows, cells] of some(given)) {
        const model = modelOf(editor.create(JSON.stringify(rows)), format);
        const sheet = model.content.kind === "spreadsheet" ? (model.content.sheets[0]?.name ?? "") : "";
        const expected = new Map<string, string>();
        for (const [down, row] of rows.entries())
          for (const [right, text] of row.entries()) expected.set(`${down} ${right}`, text);
        const typed: Record<string, string> = {};
        for (const [down, right, text] of cells) {
          typed[`${"ABCDEF"[right]}${down + 1}`] = text;
          expected.set(`${down} ${right}`, text);
        }
        const bytes = await bytesAfter(model, [{ edit: "cells", sheet, cells: typed, before: {} }]);
        made.push({ bytes, expected: [...expected].filter(([, text]) => text !== "").sort() });
      }
      const read = converted(made, format, "csv", "csv:Text - txt - csv (StarCalc):9,0,76,1");
      for (const [index, { expected }] of made.entries()) {
        const found = (read[index] ?? "")
          .split("\n")
          .flatMap((row, down) =>
            row.split("\t").flatMap((text, right) => (text === "" ? [] : [[`${down} ${right}`, text]])),
          );
        expect(found.sort()).toEqual(expected);
      }
    },
    300_000,
  );

  // The short run has the documents and sheets; slides are read by it in office.process.test.ts.
  test.runIf(isLong).each(["pptx", "odp"] as const)(
    "%s",
    async (format) => {
      const editor = await officeEditor(format);
      const slide = fc.tuple(plain, fc.array(plain, { minLength: 1, maxLength: 4 }));
      const made: MadePackage[] = [];
      for (const [slides, given] of some(fc.tuple(fc.array(slide, { minLength: 1, maxLength: 3 }), steps))) {
        const content = slides.map(([title, points]) => `# ${title}\n${points.map((each) => `- ${each}`).join("\n")}`);
        const model = modelOf(editor.create(content.join("\n\n")), format);
        const shown = (each: OfficeModel) =>
          each.slides(0, 50).flatMap(({ shapes }) => shapes.flatMap(({ paragraphs }) => paragraphs));
        // A removed title leaves an empty one, so only texts and new points are used here.
        const { bytes, texts } = await atRandom(
          model,
          format,
          given.map((each) => ({ ...each, kind: each.kind === "delete" ? ("text" as const) : each.kind })),
          shown,
        );
        made.push({ bytes, expected: texts.filter((text) => text !== "") });
      }
      const read = converted(made, format, "fodp");
      for (const [index, { expected }] of made.entries()) expect(slideTexts(read[index] ?? "")).toEqual(expected);
    },
    300_000,
  );
});

/** The paragraphs of a presentation in flat XML, extracted only with patterns. */
const slideTexts = (xml: string): string[] =>
  [
    ...xml
      .replaceAll(/<presentation:notes[\s>].*?<\/presentation:notes>/gs, "")
      .matchAll(/<draw:page[\s>].*?<\/draw:page>/gs),
  ]
    .flatMap(([page]) => [...page.matchAll(/<text:p(?:\s[^>]*[^/])?>(.*?)<\/text:p>/gs)])
    .map(([, inside = ""]) =>
      inside
        .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count) => " ".repeat(Number(count ?? 1)))
        .replaceAll("<text:tab/>", "\t")
        .replaceAll("<text:line-break/>", "\n")
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&apos;", "'")
        .replaceAll("&amp;", "&"),
    )
    .filter((text) => text !== "");

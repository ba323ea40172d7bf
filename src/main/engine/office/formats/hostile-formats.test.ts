import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { OfficeFormat } from "../../../../core/text/format";
import { ToolError } from "../../ports/tool-error";
import { newPackage, rewritePackage } from "../package/package-writer";
import { openZip } from "../package/zip";
import { OfficeModel } from "../view/office-model";
import { officeEditor } from "./office-editors";
import { readPackage } from "./read-package";

const main: Record<OfficeFormat, string> = {
  docx: "word/document.xml",
  xlsx: "xl/workbook.xml",
  pptx: "ppt/presentation.xml",
  odt: "content.xml",
  ods: "content.xml",
  odp: "content.xml",
};
const formats = Object.keys(main) as OfficeFormat[];
const made = (format: OfficeFormat): Buffer =>
  readFileSync(join(import.meta.dirname, `../samples/libreoffice.${format}`));

/** The errors of each way to read a package: each must reject it with a message, quickly, without unpacking much. */
async function errorMessages(bytes: Uint8Array, format: OfficeFormat): Promise<string[]> {
  const editor = await officeEditor(format);
  const name = `a.${format}`;
  const ways: (() => unknown)[] = [
    () => readPackage(bytes, format, name),
    () => new OfficeModel({ bytes, format, name, version: "", imagesAt: "" }),
    () => editor.blocks(openZip(bytes, name)),
    () => editor.edit(openZip(bytes, name), { operation: "append_text", content: "x" }, { name, track: null }),
  ];
  return ways.map((way) => {
    try {
      way();
    } catch (error) {
      return (error as Error).message;
    }
    return "nothing was rejected";
  });
}
const partsOf = (format: OfficeFormat): Map<string, Uint8Array> => {
  const zip = openZip(made(format), "a");
  return new Map(zip.names.map((name) => [name, zip.read(name) ?? new Uint8Array()]));
};

describe.each(formats)("%s [A19]", (format) => {
  test("is rejected with a message wherever it is cut off", () => {
    const whole = made(format);
    for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 40)) {
      const cut = whole.subarray(0, length);
      expect(() => readPackage(cut, format, "a"), String(length)).toThrow(ToolError);
      expect(() => new OfficeModel({ bytes: cut, format, name: "a", version: "", imagesAt: "" })).toThrow(ToolError);
    }
  });

  test("is read or rejected without any one of its parts, and never fails unexpectedly", () => {
    const whole = openZip(made(format), "a");
    for (const gone of whole.names) {
      const bytes = rewritePackage(whole, new Map([[gone, null]]), "a");
      for (const way of [
        () => readPackage(bytes, format, "a"),
        () => {
          const model = new OfficeModel({ bytes, format, name: "a", version: "", imagesAt: "" });
          model.projection();
          model.paragraphs(0, 500);
          model.slides(0, 50);
          model.outline();
        },
      ])
        try {
          way();
        } catch (error) {
          if (!(error instanceof ToolError)) throw new Error(`without ${gone}: ${String(error)}`, { cause: error });
        }
    }
  });

  test("with an external entity, a name that leads out, a bomb or a password is rejected by every function", async () => {
    const parts = partsOf(format);
    const xml = Buffer.from(parts.get(main[format]) ?? "").toString("utf8");
    const typed = xml.replace(/^(<\?xml[^>]*\?>)?/, '$1<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>');
    const changed = (name: string, bytes: Uint8Array): Uint8Array => newPackage(new Map([...parts, [name, bytes]]));
    const bomb = Buffer.alloc(30 * 1024 * 1024, " ");
    bomb.write(xml.slice(0, 1000));
    const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
    const manifest = Buffer.from("<m:manifest><m:encryption-data/></m:manifest>");
    const cases: [Uint8Array, RegExp][] = [
      [changed(main[format], Buffer.from(typed)), /document type/],
      [changed("../../evil.xml", Buffer.from("x")), /leads out of the package/],
      [changed(main[format], bomb), /unpacks to too much/],
      format.startsWith("od")
        ? [changed("META-INF/manifest.xml", manifest), /protected by a password/]
        : [Buffer.concat([ole, Buffer.from("EncryptedPackage", "utf16le")]), /protected by a password/],
    ];
    for (const [bytes, expected] of cases)
      for (const message of await errorMessages(bytes, format)) expect(message).toMatch(expected);
  });

  test("with macros and unknown parts keeps their bytes, like those of all parts that an edit need not change", async () => {
    const strange: [string, Buffer][] = [
      ["word/vbaProject.bin", Buffer.from("macro")],
      ["Basic/Standard/Module1.xml", Buffer.from("<not closed")],
      ["unknown/花.bin", Buffer.from([0, 1, 2, 255])],
    ];
    const before = newPackage(new Map([...partsOf(format), ...strange]));
    const zip = openZip(before, "a");
    const editor = await officeEditor(format);
    const cell = { operation: "set_cells", cells: { "Harvest!B2": 77 } } as const;
    const text = { operation: "append_text", content: "Added 77." } as const;
    const { parts } = editor.edit(zip, /xlsx|ods/.test(format) ? cell : text, { name: "a", track: null });
    const after = openZip(rewritePackage(zip, parts, "a"), "a");
    for (const name of zip.names.filter((each) => !parts.has(each)))
      expect(after.read(name)?.equals(zip.read(name) ?? Buffer.alloc(0)), name).toBe(true);
    expect(readPackage(after.bytes, format, "a").text).toContain("77");
  });
});

import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { type EngineForTests, engineForTests } from "../../tools/engine-for-tests";
import { OfficeModel } from "../view/office-model";
import { newPackage } from "./package-writer";
import { contentTypes, docxOf, odtOf, packageOf } from "./packages.fixture";
import { openZip } from "./zip";

const call = (on: EngineForTests, args: Record<string, unknown>) => on.call("office_artifact", args);

/** The errors of every action on a file; none may change it, fail unexpectedly or take long. */
async function errorsOf(name: string, bytes: Uint8Array): Promise<{ code: string; message: string }[]> {
  const on = engineForTests({ [name]: bytes });
  const before = await on.bytesOf(name);
  const found: { code: string; message: string }[] = [];
  for (const args of [
    { action: "read" },
    { action: "inspect" },
    { action: "export", format: "md" },
    { action: "edit", operation: "replace_text", find: "a", replace: "b" },
    { action: "edit", operation: "append_text", content: "b" },
  ]) {
    const { error } = await call(on, { ...args, path: name });
    if (error !== undefined) found.push({ code: error.code, message: error.message });
  }
  expect(await on.bytesOf(name)).toBe(before);
  expect(on.logged).toEqual([]);
  return found;
}

const main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const withMain = (xml: string): Uint8Array =>
  packageOf({ "[Content_Types].xml": contentTypes, "word/document.xml": xml });

describe("rejected by every action, with the reason and without a change: [A19]", () => {
  const entity = `<?xml version="1.0"?><!DOCTYPE w:document [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>`;
  const whole = docxOf("<w:p><w:r><w:t>a whole one</w:t></w:r></w:p>");
  const ole = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]);
  it.each<[string, string, () => Uint8Array, string]>([
    ["an external entity", "a.docx", () => withMain(entity), "it has a document type of its own"],
    [
      "a package that is cut off",
      "a.docx",
      () => whole.slice(0, whole.length - 40),
      "it is not a zip file, or is cut off",
    ],
    [
      "an entry that leads out",
      "a.docx",
      () => packageOf({ "../../x": "x", "word/document.xml": "<a/>" }),
      "leads out of the package",
    ],
    ["no file at all", "a.odt", () => new Uint8Array(), "it is empty"],
    ["a text called docx", "a.docx", () => Buffer.from("just text"), "it is not a zip file"],
    [
      "an OpenXML file with a password",
      "a.docx",
      () => Buffer.concat([ole, Buffer.from("EncryptedPackage", "utf16le")]),
      "a.docx is protected by a password",
    ],
    ["a doc file called docx", "a.docx", () => ole, "a.docx is a file of an older Office program"],
    [
      "an OpenDocument file with a password",
      "a.odt",
      () =>
        packageOf({
          "META-INF/manifest.xml": "<m:manifest><m:encryption-data/></m:manifest>",
          "content.xml": "\u0000\u0001",
        }),
      "a.odt is protected by a password",
    ],
    [
      "one that says that it is larger than 4 GiB",
      "a.docx",
      () => {
        const bytes = Buffer.from(docxOf("<w:p/>"));
        bytes.writeUInt32LE(0xffffffff, bytes.length - 6);
        return bytes;
      },
      "it uses zip64, the format for packages of more than 4 GiB or 65,535 entries",
    ],
    ["XML that is cut off", "a.docx", () => withMain(`<w:document xmlns:w="${main}"><w:body><w:p>`), "it is cut off"],
  ])("%s", async (_, name, make, expected) => {
    const found = await errorsOf(name, make());
    expect(found.filter(({ message }) => message.includes(expected)).length).toBeGreaterThanOrEqual(4);
    for (const { code } of found) expect(code).toBe("unsupported");
  });

  it("a part that is missing", async () => {
    const found = await errorsOf("a.docx", packageOf({ "[Content_Types].xml": contentTypes }));
    expect(found[0]?.message).toBe("a.docx cannot be read as docx: its part word/document.xml is missing");
  });

  it("a bomb: a part that is packed to almost nothing", async () => {
    const zip = openZip(newPackage(new Map([["word/document.xml", Buffer.alloc(20 * 1024 * 1024, "<a/>")]])), "a.docx");
    const found = await errorsOf("a.docx", zip.bytes);
    expect(found.filter(({ code }) => code === "too_large").length).toBeGreaterThanOrEqual(4);
    expect(found[0]?.message).toBe(
      "a.docx unpacks to too much: word/document.xml has 20 MiB, packed into 20371 bytes; nothing was read".replace(
        "20371",
        String(deflateRawSync(Buffer.alloc(20 * 1024 * 1024, "<a/>")).length),
      ),
    );
  });
});

/** The same package with each size in its directory moved to the zip64 field. */
function withLongSizes(bytes: Uint8Array): Uint8Array {
  const { bytes: before, entries } = openZip(bytes, "a.docx");
  const start = Math.min(...[...entries.values()].map(({ row }) => row));
  const rows = [...entries.values()].map(({ row, rowLength, size, packed }) => {
    const old = before.subarray(row, row + rowLength);
    const nameTo = 46 + old.readUInt16LE(28);
    const large = Buffer.alloc(20);
    large.writeUInt16LE(1, 0);
    large.writeUInt16LE(16, 2);
    large.writeBigUInt64LE(BigInt(size), 4);
    large.writeBigUInt64LE(BigInt(packed), 12);
    const fresh = Buffer.concat([old.subarray(0, nameTo), large, old.subarray(nameTo)]);
    fresh.writeUInt32LE(0xffffffff, 20);
    fresh.writeUInt32LE(0xffffffff, 24);
    fresh.writeUInt16LE(old.readUInt16LE(30) + large.length, 30);
    return fresh;
  });
  const end = Buffer.from(before.subarray(before.length - 22));
  end.writeUInt32LE(
    rows.reduce((sum, row) => sum + row.length, 0),
    12,
  );
  return Buffer.concat([before.subarray(0, start), ...rows, end]);
}

describe("kept as it is [A19]", () => {
  it("unknown content: macros, signatures, embedded objects, parts of other programs", async () => {
    const strange: Record<string, Uint8Array> = {
      "word/vbaProject.bin": randomBytes(5000),
      "word/embeddings/oleObject1.bin": randomBytes(500),
      "customXml/item1.xml": Buffer.from("<not-closed"),
      "_xmlsignatures/sig1.xml": Buffer.from("<Signature/>"),
      "unknown/Ünknown": randomBytes(50),
    };
    const document = openZip(docxOf("<w:p><w:r><w:t>a text</w:t></w:r></w:p>"), "a.docx");
    const own = Object.fromEntries(document.names.map((name) => [name, document.read(name) ?? Buffer.alloc(0)]));
    const on = engineForTests({ "a.docx": zipSync({ ...strange, ...own }) });
    const { data } = await call(on, { action: "inspect", path: "a.docx" });
    expect(JSON.stringify(data?.["warnings"])).toMatch(/macros[\s\S]*signed[\s\S]*embedded/);
    expect(
      await call(on, { action: "edit", path: "a.docx", operation: "replace_text", find: "text", replace: "b" }),
    ).toMatchObject({ ok: true });
    const after = openZip(Buffer.from((await on.bytesOf("a.docx")) ?? "", "latin1"), "a.docx");
    for (const [name, bytes] of Object.entries(strange)) expect(after.read(name)?.equals(bytes)).toBe(true);
  });

  it("sizes that a program wrote with 64 bits because it did not know them in advance", async () => {
    const on = engineForTests({ "a.docx": withLongSizes(docxOf("<w:p><w:r><w:t>a text</w:t></w:r></w:p>")) });
    const edit = { action: "edit", path: "a.docx", operation: "replace_text", find: "text", replace: "book" };
    expect(await call(on, edit)).toMatchObject({ ok: true });
    const after = Buffer.from((await on.bytesOf("a.docx")) ?? "", "latin1");
    expect(openZip(after, "a.docx").read("word/document.xml")?.toString()).toContain("a book");
    // Unchanged entries keep the field in their row; the new part has none.
    const lengths = [...openZip(after, "a.docx").entries].map(([name, { rowLength }]) => rowLength - 46 - name.length);
    expect(lengths.filter((length) => length === 0)).toHaveLength(1);
    expect(new Set(lengths)).toEqual(new Set([0, 20]));
  });

  it("an image of 60 MB, which is never unpacked", async () => {
    const image = Buffer.alloc(60 * 1024 * 1024);
    const bytes = newPackage(
      new Map([
        ["mimetype", Buffer.from("application/vnd.oasis.opendocument.text")],
        ["Pictures/huge.png", image],
        ["content.xml", openZip(odtOf("<text:p>beside it</text:p>"), "x").read("content.xml") ?? Buffer.alloc(0)],
      ]),
    );
    const on = engineForTests({ "a.odt": bytes });
    expect(
      await call(on, { action: "edit", path: "a.odt", operation: "replace_text", find: "beside", replace: "by" }),
    ).toMatchObject({ ok: true });
    const before = openZip(bytes, "a.odt").entries.get("Pictures/huge.png");
    const after = openZip(Buffer.from((await on.bytesOf("a.odt")) ?? "", "latin1"), "a.odt").entries.get(
      "Pictures/huge.png",
    );
    expect(after).toMatchObject({ crc: before?.crc, packed: before?.packed, size: image.length });
  });
});

it("an image of 200 MB does not stop the user from reading a document, and is rejected by a tool before it is unpacked", {
  timeout: 60_000,
}, async () => {
  const size = (process.env["GALLEY_LONG"] === undefined ? 80 : 200) * 1024 * 1024;
  const rest = openZip(docxOf("<w:p><w:r><w:t>beside it</w:t></w:r></w:p>"), "a.docx");
  const parts = Object.fromEntries(rest.names.map((name) => [name, rest.read(name) ?? Buffer.alloc(0)]));
  const bytes = Buffer.from(zipSync({ "word/media/image1.png": [Buffer.alloc(size), { level: 0 }], ...parts }));
  const on = engineForTests({ "a.docx": bytes });
  const { error } = await call(on, { action: "read", path: "a.docx" });
  expect(error).toMatchObject({ code: "too_large", message: expect.stringMatching(/ MiB; the limit is 64 MiB$/) });
  const before = process.memoryUsage().rss;
  const model = new OfficeModel({ bytes, format: "docx", name: "a.docx", version: "", imagesAt: "" }, null);
  expect(model.paragraphs(0, 10).map(({ text }) => text)).toEqual(["beside it"]);
  expect(process.memoryUsage().rss - before).toBeLessThan(size / 2);
});

it("50,000 paragraphs are read, edited and read again", { timeout: 60_000 }, async () => {
  const count = process.env["GALLEY_LONG"] === undefined ? 10_000 : 50_000;
  const body = Array.from(
    { length: count },
    (_, index) => `<w:p><w:r><w:t>Paragraph number ${index}.</w:t></w:r></w:p>`,
  );
  const on = engineForTests({ "a.docx": docxOf(body.join("")) });
  const done = await call(on, {
    action: "edit",
    path: "a.docx",
    operation: "replace_text",
    find: `number ${count - 1}.`,
    replace: "last",
  });
  expect(done).toMatchObject({ ok: true, data: { changed: 1 } });
  const { data } = await call(on, { action: "read", path: "a.docx", max_chars: 1000 });
  expect(data).toMatchObject({ total: count, has_more: true });
});

import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { newPackage, rewritePackage } from "./package-writer";
import { openZip } from "./zip";

const open = (bytes: Uint8Array) => openZip(bytes, "a.odt");
const text = (bytes: Uint8Array, name: string): string => open(bytes).read(name)?.toString() ?? "";

/** The record of an entry in a package: its header and packed bytes. */
function recordOf(bytes: Uint8Array, name: string): string {
  const zip = open(bytes);
  const entry = zip.entries.get(name);
  if (entry === undefined) return "";
  const start =
    entry.offset + 30 + zip.bytes.readUInt16LE(entry.offset + 26) + zip.bytes.readUInt16LE(entry.offset + 28);
  return zip.bytes.toString("latin1", entry.offset, start + entry.packed);
}

const parts = {
  mimetype: "application/x",
  "content.xml": "<a>one</a>".repeat(50),
  "Pictures/p.png": "\u0089PNG".repeat(9),
};
const zipped = (): Uint8Array =>
  zipSync(
    {
      mimetype: [Buffer.from(parts.mimetype), { level: 0 }],
      "content.xml": Buffer.from(parts["content.xml"]),
      "Pictures/p.png": Buffer.from(parts["Pictures/p.png"]),
    },
    { comment: "made by hand" },
  );

/** As streaming writers do: an entry's checksum and sizes follow its data. */
function withSizesBehind(): Buffer {
  const whole = Buffer.from(
    newPackage(new Map(Object.entries(parts).map(([name, part]) => [name, Buffer.from(part)]))),
  );
  const zip = open(whole);
  const pieces: Buffer[] = [];
  const rows: Buffer[] = [];
  let length = 0;
  for (const [name, { offset, packed, crc, size, row, rowLength }] of zip.entries) {
    const start = offset + 30 + name.length;
    const header = Buffer.from(whole.subarray(offset, start));
    header.writeUInt16LE(8, 6);
    header.fill(0, 14, 26);
    const behind = Buffer.alloc(16);
    behind.writeUInt32LE(0x08074b50, 0);
    behind.writeUInt32LE(crc, 4);
    behind.writeUInt32LE(packed, 8);
    behind.writeUInt32LE(size, 12);
    const ownRow = Buffer.from(whole.subarray(row, row + rowLength));
    ownRow.writeUInt16LE(8, 8);
    ownRow.writeUInt32LE(length, 42);
    rows.push(ownRow);
    pieces.push(header, whole.subarray(start, start + packed), behind);
    length += header.length + packed + behind.length;
  }
  const end = Buffer.from(whole.subarray(-22));
  end.writeUInt32LE(length, 16);
  return Buffer.concat([...pieces, ...rows, end]);
}

describe("a package with one part replaced", () => {
  it.each([
    ["as zip programs write it", zipped],
    ["as streams write it", withSizesBehind],
  ])("keeps every other record byte for byte, %s", (_, make) => {
    const before = make();
    const after = rewritePackage(open(before), new Map([["content.xml", Buffer.from("<b/>")]]), "a.odt");
    expect(open(after).names).toEqual(open(before).names);
    expect(text(after, "content.xml")).toBe("<b/>");
    for (const name of ["mimetype", "Pictures/p.png"]) {
      expect(recordOf(after, name)).toBe(recordOf(before, name));
      expect(text(after, name)).toBe(text(before, name));
    }
    expect(Buffer.from(after).subarray(30, 38).toString()).toBe("mimetype");
  });

  it("keeps the comment at its end", () => {
    const after = rewritePackage(open(zipped()), new Map([["content.xml", Buffer.from("<b/>")]]), "a.odt");
    expect(Buffer.from(after).toString("latin1")).toContain("made by hand");
  });

  it("is the same bytes if the part does not change", () => {
    const before = zipped();
    const same = rewritePackage(open(before), new Map([["content.xml", Buffer.from(parts["content.xml"])]]), "a.odt");
    expect(Buffer.from(same).equals(before)).toBe(true);
  });

  it("keeps stored parts stored, and can add and remove parts", () => {
    const changed = new Map([
      ["mimetype", Buffer.from("other")],
      ["Pictures/p.png", null],
      ["Bücher.xml", Buffer.from("<new/>")],
    ]);
    const after = rewritePackage(open(zipped()), changed, "a.odt");
    expect(open(after).names).toEqual(["mimetype", "content.xml", "Bücher.xml"]);
    expect(open(after).entries.get("mimetype")).toMatchObject({ packing: 0, size: 5 });
    expect(text(after, "Bücher.xml")).toBe("<new/>");
  });

  it("is rejected if entries overlap", () => {
    const bytes = Buffer.from(zipped());
    const zip = open(bytes);
    const row = zip.entries.get("Pictures/p.png")?.row ?? 0;
    bytes.writeUInt32LE(zip.entries.get("content.xml")?.offset ?? 0, row + 42);
    expect(() => rewritePackage(open(bytes), new Map([["mimetype", Buffer.from("x")]]), "a.odt")).toThrow(
      "a.odt cannot be edited: its entries overlap",
    );
  });
});

import { expect, test } from "vitest";
import { packageOf } from "./packages.fixture";
import { openZip } from "./zip";

const mebibyte = 1024 * 1024;

/** A package whose directory claims this size for every entry, packed into a twentieth. */
function claiming(names: readonly string[], size: number): Buffer {
  const bytes = Buffer.from(packageOf(Object.fromEntries(names.map((name) => [name, "some text"]))));
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4)) {
    bytes.writeUInt32LE(Math.floor(size / 20), at + 20);
    bytes.writeUInt32LE(size, at + 24);
  }
  return bytes;
}

const codeOf = (act: () => unknown): unknown => {
  try {
    act();
    return "nothing was rejected";
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test("an entry of more than 128 MiB is rejected before it is unpacked [A19]", () => {
  const zip = openZip(claiming(["a.xml"], 129 * mebibyte), "a.docx");
  expect(codeOf(() => zip.read("a.xml"))).toBe("too_large");
});

test("entries of more than 256 MiB together are rejected, each counted once [A19]", () => {
  const zip = openZip(claiming(["a.xml", "b.xml", "c.xml"], 100 * mebibyte), "a.docx");
  const codes = ["a.xml", "a.xml", "b.xml", "c.xml"].map((name) => codeOf(() => zip.read(name)));
  // The directory's claims are false: the entries are damaged, but their claimed sizes count.
  expect(codes).toEqual(["unsupported", "unsupported", "unsupported", "too_large"]);
});

test("a package with two entries of one name is rejected: programs would read one or the other [A19]", () => {
  const bytes = Buffer.from(packageOf({ "a.xml": "one", "b.xml": "two" }));
  for (let at = bytes.indexOf("b.xml"); at >= 0; at = bytes.indexOf("b.xml", at)) bytes.write("a.xml", at);
  expect(() => openZip(bytes, "a.docx")).toThrow("two entries");
});

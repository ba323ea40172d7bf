import { expect, test } from "vitest";
import { withPdfInformation } from "./pdf-information";

const encoder = new TextEncoder();
const plain =
  "%PDF-1.4\n1 0 obj\n<<>>\nendobj\nxref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n<</Size 2\n/Root 1 0 R>>\nstartxref\n29\n%%EOF\n";

test("the author and date are appended, and nothing before them changes", () => {
  const about = { title: "T", authors: ["Ada", "Zoë"], created: "2026-01-02T00:00:00Z" };
  const written = new TextDecoder("latin1").decode(withPdfInformation(encoder.encode(plain), about));
  expect(written.startsWith(plain)).toBe(true);
  expect(written).toContain("/CreationDate (D:20260102000000Z)");
  expect(written).toContain("/Author <FEFF004100640061002c0020005a006f00eb>");
  expect(written).toMatch(/\/Prev 29\b/);
  const [, table = ""] = /startxref\n(\d+)\n%%EOF\n$/.exec(written) ?? [];
  expect(written.slice(Number(table))).toMatch(/^xref\n2 1\n/);
  const [, place = ""] = /xref\n2 1\n(\d{10})/.exec(written) ?? [];
  expect(written.slice(Number(place))).toMatch(/^2 0 obj\n/);
});

test("a file of another shape, or with nothing to say, stays as it is", () => {
  const odd = encoder.encode("%PDF-1.7 something else");
  expect(withPdfInformation(odd, { title: "", authors: ["A"], created: null })).toBe(odd);
  const bytes = encoder.encode(plain);
  const about = { title: "T", authors: [], created: null };
  const spoken = new TextDecoder("latin1").decode(withPdfInformation(bytes, { ...about, subject: "By é" }));
  expect(spoken).toContain("/Subject <FEFF00420079002000e9>");
  expect(withPdfInformation(bytes, { title: "T", authors: [], created: null })).toBe(bytes);
});

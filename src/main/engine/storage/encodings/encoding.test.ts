import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { fewer } from "../../../../core/text/texts.fixture";
import { decodeText, type Encoding, encodeText, utf8 } from "./encoding";

type Text = { raw: string; encoding: Encoding; warnings: string[] };

function textOf(bytes: Uint8Array): Text {
  const decoded = decodeText(bytes);
  if (decoded.status !== "text") throw new Error("binary");
  return decoded;
}

function bytesOf(raw: string, encoding: Encoding): Buffer {
  const encoded = encodeText(raw, encoding);
  if (encoded.status !== "bytes") throw new Error(encoded.status);
  return Buffer.from(encoded.bytes);
}

const hex = (digits: string) => Buffer.from(digits.replaceAll(" ", ""), "hex");

test("UTF-8 with and without a byte order mark is read without a warning and written back unchanged", () => {
  for (const [bytes, name, raw] of [
    [Buffer.from("plain\r\n"), "UTF-8", "plain\r\n"],
    [Buffer.from("héllo 你好 🦊"), "UTF-8", "héllo 你好 🦊"],
    [hex("efbbbf 68 c3a9"), "UTF-8 with BOM", "hé"],
    [hex("efbbbf"), "UTF-8 with BOM", ""],
    [hex("efbbbf efbbbf 61"), "UTF-8 with BOM", "\ufeffa"],
    [Buffer.alloc(0), "UTF-8", ""],
  ] as const) {
    const text = textOf(bytes);
    expect(text).toMatchObject({ raw, warnings: [], encoding: { name, editable: true } });
    expect(bytesOf(text.raw, text.encoding).equals(bytes)).toBe(true);
  }
});

test("UTF-16 with a byte order mark keeps its byte order, its mark, and even lone surrogates", () => {
  for (const [digits, name] of [
    ["fffe 6100 3dd8 8ade 00d8 0d00 0a00", "UTF-16 LE"],
    ["feff 0061 d83d de8a d800 000d 000a", "UTF-16 BE"],
  ] as const) {
    const text = textOf(hex(digits));
    expect(text).toMatchObject({ raw: "a🚊\ud800\r\n", encoding: { name }, warnings: [] });
    expect(bytesOf(text.raw, text.encoding).equals(hex(digits))).toBe(true);
  }
});

test("UTF-16 that ends in half a character is shown with a warning and cannot be edited", () => {
  const text = textOf(hex("fffe 6100 62"));
  expect(text).toMatchObject({ raw: "a", encoding: { editable: false } });
  expect(text.warnings[0]).toMatch(/half a character/);
  expect(encodeText("b", text.encoding).status).toBe("not editable");
});

test("a NUL byte in the first 8 KiB makes a file binary, a later one does not", () => {
  expect(decodeText(Buffer.from("a\0b")).status).toBe("binary");
  expect(decodeText(hex("89504e47 0d0a1a0a 0000000d")).status).toBe("binary");
  expect(decodeText(Buffer.concat([Buffer.alloc(8191, "a"), Buffer.of(0)])).status).toBe("binary");
  expect(decodeText(Buffer.concat([Buffer.alloc(8192, "a"), Buffer.of(0)])).status).toBe("text");
});

test("invalid bytes in UTF-8 become lone surrogates, cause a warning, and are written back unchanged", () => {
  const bytes = Buffer.concat([
    Buffer.from("größer "),
    hex("ff"),
    Buffer.from(" schöner "),
    hex("e282"),
    Buffer.from(" äöü"),
  ]);
  const text = textOf(bytes);
  expect(text.raw).toBe("größer \udcff schöner \udce2\udc82 äöü");
  expect(text.warnings).toEqual(["3 bytes are not valid UTF-8; shown as damaged and kept as they are"]);
  expect(bytesOf(text.raw, text.encoding).equals(bytes)).toBe(true);
  expect(bytesOf(text.raw.replace("schöner", "x"), text.encoding)).toEqual(
    Buffer.concat([Buffer.from("größer "), hex("ff"), Buffer.from(" x "), hex("e282"), Buffer.from(" äöü")]),
  );
});

test("surrogates encoded as UTF-8, overlong forms and code points past the end are invalid, byte by byte", () => {
  for (const damage of ["eda080", "c080", "e08080", "f08080 80", "f4908080", "f880808080", "80"]) {
    const bytes = Buffer.concat([Buffer.from("äöüßéèê 你好你好你好"), hex(damage)]);
    const text = textOf(bytes);
    expect(text.raw).toBe(
      `äöüßéèê 你好你好你好${[...hex(damage)].map((byte) => String.fromCharCode(0xdc00 + byte)).join("")}`,
    );
    expect(bytesOf(text.raw, text.encoding).equals(bytes)).toBe(true);
  }
});

test("decoding and encoding any bytes gives the same bytes, or the file cannot be edited", () => {
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc
      .array(fc.nat(0xffff), { maxLength: 20 })
      .map((units) => String.fromCharCode(...units))
      .map((text) => Uint8Array.from(Buffer.from(text))),
    fc
      .constantFrom("fffe", "feff", "efbbbf", "eda080", "8140", "a4a2", "00")
      .map((digits) => Uint8Array.from(hex(digits))),
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const bytes = Buffer.concat(parts);
      const decoded = decodeText(bytes);
      if (decoded.status === "binary") return;
      const encoded = encodeText(decoded.raw, decoded.encoding);
      if (encoded.status === "bytes") expect(Buffer.from(encoded.bytes).equals(bytes)).toBe(true);
      else {
        expect(encoded.status).toBe("not editable");
        expect(decoded.warnings.length).toBeGreaterThan(0);
      }
    }),
    fewer(600),
  );
});

const samples: [encoding: string, recognisedAs: string[], text: string][] = [
  ["windows-1252", ["windows-1252"], "Le cœur déçu mais l'âme plutôt naïve, Louÿs rêva de crapaüter. Ça coûte 5 €.\n"],
  ["ISO-8859-1", ["windows-1252"], "Les élèves français étaient déjà là, à côté de la fenêtre.\n"],
  ["GBK", ["GB18030"], "一个人的旅程往往从最普通的早晨开始。他推开窗户,看见街道上已经有了行人。\n"],
  ["GB18030", ["GB18030"], "这是一段用来测试编码识别的中文文字,它应当足够长,以便统计方法能够工作。\n"],
  ["Big5", ["Big5"], "這是一段用來測試編碼識別的中文文字,它應當足夠長,以便統計方法能夠工作。\n"],
  ["Shift_JIS", ["Shift_JIS"], "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\n"],
  ["EUC-JP", ["EUC-JP"], "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\n"],
  ["EUC-KR", ["EUC-KR"], "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n"],
  ["KOI8-R", ["KOI8-R"], "Все люди рождаются свободными и равными в своём достоинстве и правах.\n"],
  ["windows-1251", ["windows-1251"], "Все люди рождаются свободными и равными в своём достоинстве и правах.\n"],
  [
    "windows-1253",
    ["windows-1253", "ISO-8859-7"],
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.\n",
  ],
];

test.each(samples)(
  "%s is recognised, and one line edited leaves every other byte as it was",
  (encoding, expected, line) => {
    const lines = Array.from({ length: 6 }, (_, i) => `${i} ${line}`);
    const bytes = iconv.encode(lines.join(""), encoding);
    const text = textOf(bytes);
    expect(text.raw).toBe(lines.join(""));
    expect(expected).toContain(text.encoding.name);
    expect(text.warnings[0]).toMatch(/not UTF-8; read as/);
    const edited = bytesOf(text.raw.replace(lines[2] ?? "", "2 changed\n"), text.encoding);
    const wanted = [...lines];
    wanted[2] = "2 changed\n";
    expect(edited.equals(iconv.encode(wanted.join(""), encoding))).toBe(true);
  },
);

test("a character that the encoding does not have is named, and nothing is written for it", () => {
  const text = textOf(iconv.encode("Ça coûte très cher, déjà. Où est-il né ?", "windows-1252"));
  expect(encodeText(`${text.raw} 你好 Ω`, text.encoding)).toEqual({
    status: "unencodable",
    characters: ["你", "好", "Ω"],
  });
});

test("half a surrogate pair has no bytes in UTF-8, and text that looks like damage is not written into a valid file", () => {
  expect(encodeText("a\ud83d", utf8)).toEqual({ status: "unencodable", characters: ["\ud83d"] });
  expect(encodeText("a\udcff", utf8)).toEqual({ status: "unencodable", characters: ["\udcff"] });
  const damaged = textOf(Buffer.concat([Buffer.from("äöüß"), hex("ff")]));
  expect(encodeText(`${damaged.raw}\ud83d`, damaged.encoding)).toEqual({
    status: "unencodable",
    characters: ["\ud83d"],
  });
});

test("a short or ambiguous text is read as windows-1252, and with bytes unknown there as ISO-8859-1", () => {
  expect(textOf(Buffer.from([0x63, 0x61, 0x66, 0xe9]))).toMatchObject({
    raw: "café",
    encoding: { name: "windows-1252" },
  });
  const odd = Buffer.from([0x61, 0x81, 0x62]);
  const text = textOf(odd);
  expect(bytesOf(text.raw, text.encoding).equals(odd)).toBe(true);
});

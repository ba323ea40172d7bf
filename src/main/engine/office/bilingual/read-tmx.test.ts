import { expect, it } from "vitest";
import { readTmx } from "./read-tmx";

const wanted = { from: "en", into: "German" };

/** A TMX with these units. */
const tmx = (units: string, { start = '<?xml version="1.0"?>\n', version = "1.4" } = {}): string =>
  `${start}<tmx version="${version}"><header srclang="en-US" segtype="sentence"/>\n<body>${units}</body></tmx>\n`;

const unit = (texts: Readonly<Record<string, string>>): string =>
  `<tu>${Object.entries(texts)
    .map(([language, text]) => `<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`)
    .join("")}</tu>`;

const read = (text: string | Uint8Array, languages: Parameters<typeof readTmx>[1] = wanted) =>
  readTmx({ bytes: typeof text === "string" ? Buffer.from(text) : text, path: "", name: "a.tmx" }, languages);
const linesOf = (text: string | Uint8Array, languages: Parameters<typeof readTmx>[1] = wanted): unknown[] =>
  read(text, languages)
    .lines.split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

it("languages are matched whatever their regions and spelling, and the same region is preferred", () => {
  const units =
    unit({ "EN-US": "Lamp &amp; oil", "de-AT": "Lampe", "fr-FR": "lampe" }) + unit({ en: "Sea", deu: "Meer" });
  expect(linesOf(tmx(units))).toEqual([
    ["Lamp & oil", "Lampe"],
    ["Sea", "Meer"],
  ]);
  const chinese = unit({ en: "Sea", "zh-TW": "海 (TW)", "zh-CN": "海" });
  expect(linesOf(tmx(chinese), { from: "en", into: "zh-CN" })).toEqual([["Sea", "海"]]);
  expect(linesOf(tmx(units), { from: null, into: "fr" })).toEqual([["Lamp & oil", "lampe"]]);
  expect(read(tmx(units), { from: "en", into: "Danish" })).toMatchObject({
    entries: 0,
    units: 2,
    languages: ["en-us", "de-at", "fr-fr", "en", "de"],
  });
  expect(
    linesOf(tmx('<tu><tuv lang="EN-GB"><seg>A lamp</seg></tuv><tuv lang="DE"><seg>Eine Lampe</seg></tuv></tu>')),
  ).toEqual([["A lamp", "Eine Lampe"]]);
});

it("codes of other programs are left out, and Galley's own marks are kept", () => {
  const text =
    'A <bpt i="1">&lt;b&gt;<sub>hint</sub></bpt>big<ept i="1">&lt;/b&gt;</ept> <hi>lamp</hi><ph>&lt;br/&gt;</ph>on <bpt i="2">&lt;g1&gt;</bpt>it<ept i="2">&lt;/g1&gt;</ept><it pos="begin">x</it>.';
  const indented = "\n      Eine Lampe\n      brennt.\n    ";
  expect(linesOf(tmx(unit({ en: text, de: indented })))).toEqual([
    ["A big lamp on <g1>it</g1>.", "Eine Lampe brennt."],
  ]);
});

it("a TMX is read in its encoding, with the name of its definition", () => {
  const units = unit({ en: "Café", de: "Lämpchen" });
  const start = '<?xml version="1.0" encoding="UTF-16"?>\n<!DOCTYPE tmx SYSTEM "tmx11.dtd">\n';
  const text = tmx(units, { start, version: "1.1" });
  const little = Buffer.from(`\ufeff${text}`, "utf16le");
  for (const bytes of [text, little, Buffer.from(little).swap16(), Buffer.from(text, "utf16le")])
    expect(linesOf(bytes)).toEqual([["Café", "Lämpchen"]]);
  const latin = tmx(units, { start: '<?xml version="1.0" encoding="ISO-8859-1"?>' });
  expect(linesOf(Buffer.from(latin, "latin1"))).toEqual([["Café", "Lämpchen"]]);
  expect(() => read(Buffer.from(tmx(units), "latin1"))).toThrow("a.tmx is not UTF-8, as it says");
});

it("what is not a whole TMX is rejected, and a document type with declarations too", () => {
  const whole = tmx(unit({ en: "a", de: "b" }));
  const laughs = '<!DOCTYPE tmx [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
  expect(() => read(tmx(unit({ en: "&b;", de: "b" }), { start: laughs }))).toThrow("document type of its own");
  expect(() => read(whole.slice(0, -20))).toThrow("it is cut off; nothing was imported");
  expect(() => read(whole.replace("</seg>", "</sec>"))).toThrow("its tags do not match");
  expect(() => read("<html><body>x</body></html>")).toThrow("its first element is not tmx");
  expect(() => read("%PDF-1.4")).toThrow("it has no body of units");
});

it("long files are read in runs of units, even if a comment seems to end one", () => {
  const filler = unit({ en: "x".repeat(600), de: "y".repeat(600) });
  const many = Array.from({ length: 1200 }, (_, at) => unit({ en: `Sentence ${at}`, de: `Satz ${at}` }) + filler).join(
    "",
  );
  const hidden = `<!-- </tu>${"z".repeat(1_100_000)} -->`;
  const { entries, skipped } = read(tmx(unit({ en: "First", de: "Erster" }) + hidden + many));
  expect([entries, skipped]).toEqual([1202, 1199]);
});

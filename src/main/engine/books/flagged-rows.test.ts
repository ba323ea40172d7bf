import { expect, it } from "vitest";
import { engineForTests } from "../tools/engine-for-tests";
import { flaggedRows } from "./flagged-rows";
import { standardChecks } from "./quality/checks";

const lines = [
  "# One",
  "",
  "The keeper lit the lamp at 5,120 feet and waited for the boats to come home.",
  "",
  "Nobody came, and the wind went on all night without a sound.",
  "Nobody came, and the wind went on all night without a sound.",
  "Nobody came, and the wind went on all night without a sound.",
];

/** A book with a French translation by line; lines without one stay untranslated. */
async function bookWith(translations: Readonly<Record<number, string>>, glossary = "") {
  const testEngine = engineForTests({
    "b.md": `${lines.join("\n")}\n`,
    ".galley/b.md/book.json": '{"language": "fr"}',
    ".galley/b.md/glossary.md": glossary,
  });
  const view = testEngine.engine.bookView("b.md", testEngine.caller);
  const rows = await view.rows("one");
  for (const [at, text] of Object.entries(translations)) await view.translate(rows[Number(at)]?.id ?? "", text);
  const found = async (only: readonly string[] | null = null) => {
    const { rows: flagged } = await flaggedRows(await view.open(), { only });
    return flagged.map(({ index, flags }) => [index, ...flags.map(({ kind }) => kind)]);
  };
  return { view, rows, found };
}

const wind = "Personne ne vint, et le vent souffla toute la nuit sans un bruit.";

it("a good translation has no flag; wrong numbers, other terms and other words for the same source have", async () => {
  const good = "Le gardien alluma la lampe à 5 120 pieds et attendit que les bateaux rentrent.";
  const clean = await bookWith({ 0: "Un", 2: good, 4: wind, 5: wind, 6: wind }, "lamp = lampe");
  expect(await clean.found()).toEqual([]);
  const other = "Nul ne parut, et la nuit entière le vent souffla sans se faire entendre.";
  const doubtful = await bookWith({ 2: good.replace("5 120", "5 210"), 4: wind, 5: other, 6: wind }, "lamp = lanterne");
  expect(await doubtful.found()).toEqual([
    [2, "numbers", "glossary"],
    [5, "inconsistent"],
  ]);
});

it("for some paragraphs, only they and those beside them are looked at, with the same result", async () => {
  const { view, rows, found } = await bookWith({ 2: lines[2] ?? "", 4: wind, 5: wind, 6: "Le vent." });
  expect(await found()).toEqual([
    [2, "untranslated"],
    [6, "short", "inconsistent"],
  ]);
  expect(await found([rows[6]?.id ?? ""])).toEqual([[6, "short", "inconsistent"]]);
  const { checked } = await flaggedRows(await view.open(), { only: [rows[4]?.id ?? ""] });
  expect(checked.sort()).toEqual([rows[2], rows[4], rows[5]].map((row) => row?.id).sort());
});

it("a check that is off flags nothing; others and unknown ones stay as they are", async () => {
  const { view, found } = await bookWith({ 2: lines[2] ?? "", 4: wind, 5: wind, 6: "Le vent." }, "wind = bise");
  const open = await view.open();
  open.write((work) => {
    for (const kind of ["untranslated", "language", "inconsistent"] as const) work.setCheck(kind, "off");
    work.setCheck("short", "reject");
    work.setCheck("later" as "short", "off");
  });
  expect(open.read((work) => work.checks())).toMatchObject({ untranslated: "off", short: "flag", glossary: "flag" });
  expect(await found()).toEqual([
    [4, "glossary"],
    [5, "glossary"],
    [6, "short", "glossary"],
  ]);
  open.write((work) => work.setCheck("untranslated", "flag"));
  expect((await found())[0]).toEqual([2, "untranslated"]);
});

it("a stored check that no Galley has written changes nothing", async () => {
  const { view } = await bookWith({ 2: "Un." });
  const open = await view.open();
  const odd = ['{"level": "off"}', "OFF", "", "x".repeat(100_000)];
  for (const [at, value] of odd.entries())
    open.write((work) => work.setCheck((["short", "long", "cut", "numbers"] as const)[at] ?? "cut", value as "off"));
  open.write((work) => work.setCheck("toString" as "cut", "off"));
  open.write((work) => work.setCheck("__proto__" as "cut", "off"));
  expect(open.read((work) => work.checks())).toEqual(standardChecks);
});

it("a name with another form than elsewhere is flagged, in one paragraph and in the whole book", async () => {
  const source = (at: number) => (at < 6 ? `On day ${at} they saw Margaret in the street.` : `On day ${at} it rained.`);
  const target = (at: number, name: string) =>
    at < 6 ? `Am Tag ${at} sahen sie ${name} auf der Straße.` : `Am Tag ${at} regnete es.`;
  const testEngine = engineForTests({
    "b.md": Array.from({ length: 24 }, (_, at) => source(at)).join("\n"),
    ".galley/b.md/book.json": '{"language": "de"}',
  });
  const view = testEngine.engine.bookView("b.md", testEngine.caller);
  const rows = await view.rows("b");
  for (const [at, { id }] of rows.entries()) await view.translate(id, target(at, at === 3 ? "Margrit" : "Margaret"));
  const kinds = async (only: string[] | null) =>
    (await flaggedRows(await view.open(), { only })).rows.map(({ index, flags }) => [index, ...flags]);
  const flag = { kind: "names", detail: "Margaret: Margrit ≠ Margaret", ignored: null };
  expect(await kinds(null)).toEqual([[3, flag]]);
  expect(await kinds([rows[3]?.id ?? ""])).toEqual([[3, flag]]);
  (await view.open()).write((work) => work.setCheck("names", "off"));
  expect(await kinds(null)).toEqual([]);
});

it("an ignored flag is ignored for this version only, and can be restored", async () => {
  const { view, rows } = await bookWith({ 2: lines[2] ?? "" });
  const id = rows[2]?.id ?? "";
  const flagOf = async () => (await flaggedRows(await view.open())).rows[0];
  const before = await flagOf();
  const flag = {
    paragraph: id,
    version: before?.version ?? "",
    kind: "untranslated",
    reason: "a quotation",
    at: "now",
    writer: "you",
  };
  (await view.open()).write((work) => work.ignore(flag));
  expect((await flagOf())?.flags[0]?.ignored).toEqual({ reason: "a quotation", at: "now", writer: "you" });
  (await view.open()).write((work) => work.restore(flag));
  expect((await flagOf())?.flags[0]?.ignored).toBeNull();
  (await view.open()).write((work) => work.ignore(flag));
  await view.translate(id, `${lines[2]} `);
  expect((await flagOf())?.flags[0]?.ignored).toBeNull();
});

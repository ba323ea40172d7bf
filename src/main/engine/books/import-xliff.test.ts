import { expect, it } from "vitest";
import { engineForTests } from "../tools/engine-for-tests";

const lines = [
  "The keeper lit the lamp.",
  "Nobody came & nobody went.",
  "It rained for a week.",
  "The boats were late.",
];

/** A book with translations of its first lines, of which the first is accepted. */
async function translated(texts: readonly string[]) {
  const testEngine = engineForTests({
    "b.md": `${lines.join("\n")}\n`,
    ".galley/b.md/book.json": '{"language": "German"}',
  });
  const view = testEngine.engine.bookView("b.md", testEngine.caller);
  const chapter = (await view.overview()).volumes[0]?.chapters[0]?.id ?? "";
  const ids = (await view.rows(chapter)).map(({ id }) => id);
  for (const [at, text] of texts.entries()) await view.translate(ids[at] ?? "", text);
  (await view.open()).write((work) => work.accept([ids[0] ?? ""], { language: "German", at: "", writer: "you" }));
  const rows = async () =>
    (await view.rows(chapter)).map(({ translation, state, versions }) => `${translation} ${state} ${versions}`);
  const put = (content: string) => testEngine.outside("b.German.xlf", content);
  const written = async () => Buffer.from((await testEngine.bytesOf("b.German.xlf")) ?? "", "latin1").toString();
  return { testEngine, view, ids, rows, put, written };
}

for (const version of ["1.2", "2.1"] as const)
  it(`an edited XLIFF ${version} brings translations, and never replaces what is accepted or was changed since`, async () => {
    const { view, ids, rows, put, written } = await translated(["Er zündete sie an.", "Niemand kam.", "Es regnete."]);
    expect(await view.exportXliff({ version })).toEqual({ target: "/w/b.German.xlf", units: 4 });
    const file = await written();
    expect(file).toContain("<source>Nobody came &amp; nobody went.</source>");
    expect(await view.importXliff({ file: "/w/b.German.xlf" })).toMatchObject({
      translated: [],
      unchanged: 4,
      others: [],
    });
    const [, second = "", third = "", fourth = ""] = ids;
    const edited = file
      .replace("Er zündete sie an.", "Der Wärter zündete sie an.")
      .replace("Niemand kam.", "Niemand kam &amp; ging.")
      .replace("Es regnete.", "Es regnete lange.")
      .replace(
        /(The boats were late\.<\/source>)/,
        "$1<target>&lt;think&gt;Boats, hm&lt;/think&gt;Die Boote.</target>",
      );
    await put(edited);
    await view.translate(third, "Eine Woche Regen.");
    const result = await view.importXliff({ file: "/w/b.German.xlf" });
    expect(result.translated).toEqual([second]);
    expect(result.others.map(({ id, outcome, reasons }) => [id, outcome, ...reasons])).toEqual([
      [ids[0], "beside accepted"],
      [third, "beside changed"],
      [fourth, "rejected", { kind: "thinking", detail: "<think>" }],
    ]);
    const after = [
      "Er zündete sie an. accepted 2",
      "Niemand kam & ging. translated 2",
      "Eine Woche Regen. translated 3",
      "null untranslated 0",
    ];
    expect(await rows()).toEqual(after);
    expect(await view.importXliff({ file: "/w/b.German.xlf" })).toMatchObject({ translated: [], unchanged: 3 });
    expect(await rows()).toEqual(after);
  });

it("a unit whose source has changed, one of another book, and a file in another language are rejected", async () => {
  const { testEngine, view, put, written } = await translated([]);
  await view.exportXliff({ version: "1.2" });
  const file = (await written()).replaceAll(/<\/source>/g, "</source><target>Ein Satz.</target>");
  await put(file.replace(/id="\w+"/, 'id="other"'));
  await testEngine.outside("b.md", `${lines.join("\n").replace("week", "month")}\n`);
  const { translated: taken, others } = await view.importXliff({ file: "/w/b.German.xlf" });
  expect([taken.length, ...others.map(({ outcome }) => outcome)]).toEqual([2, "unknown", "source changed"]);
  await put(file.replace('target-language="de"', 'target-language="fr-FR"'));
  await expect(view.importXliff({ file: "/w/b.German.xlf" })).rejects.toThrow(
    "b.German.xlf is a translation into fr-FR",
  );
  await put('<!DOCTYPE x [<!ENTITY a "b">]><xliff/>');
  await expect(view.importXliff({ file: "/w/b.German.xlf" })).rejects.toThrow("document type of its own");
});

it("units with the same id count once, and with different targets nothing is imported", async () => {
  const { view, rows, put, written, ids } = await translated([]);
  await view.exportXliff({ version: "1.2" });
  const file = (await written()).replace("week.</source>", "$&<target>Es regnete.</target>");
  const unit = /<trans-unit(?:(?!<trans-unit).)*Es regnete.*?<\/trans-unit>/.exec(file)?.[0] ?? "";
  await put(file.replace(unit, `${unit}${unit.replace("Es regnete", "Es goss")}`));
  await expect(view.importXliff({ file: "/w/b.German.xlf" })).rejects.toThrow(
    `b.German.xlf has different targets for the paragraph ${ids[2]}; nothing was imported`,
  );
  await put(file.replace(unit, unit.repeat(3)));
  expect((await view.importXliff({ file: "/w/b.German.xlf" })).translated).toEqual([ids[2]]);
  expect((await rows())[2]).toBe("Es regnete. translated 1");
});

it("what is too long is not stored, and long texts are cut where they are listed", async () => {
  const { view, put, written, rows } = await translated(["Er zündete sie an."]);
  await view.exportXliff({ version: "1.2" });
  const file = await written();
  await put(
    file
      .replace("zündete", `zündete ${"x".repeat(1000)}`)
      .replace("week.</source>", `$&<target>${"Es regnete. ".repeat(2000)}</target>`)
      .replace(
        "</body>",
        `<trans-unit id="${"u".repeat(1000)}"><source>a</source><target>b</target></trans-unit></body>`,
      ),
  );
  const { others } = await view.importXliff({ file: "/w/b.German.xlf" });
  expect(others.map(({ id, outcome, target }) => [id.length <= 100, outcome, target.length])).toEqual([
    [true, "beside accepted", 300],
    [true, "too long", 300],
    [true, "unknown", 1],
  ]);
  expect((await rows())[2]).toBe("null untranslated 0");
  const much = `<target>${"x".repeat(20_000_001)}</target>`;
  await put(file.replace(/week.<\/source>/, `$&${much}`).replace("late.</source>", `$&${much}`));
  await expect(view.importXliff({ file: "/w/b.German.xlf" })).rejects.toThrow("b.German.xlf has too much text");
});

it("a file without Galley's stamps brings translations only where there is none", async () => {
  const { view, rows, put, written } = await translated(["Er zündete sie an.", "Niemand kam."]);
  await view.exportXliff({ version: "1.2" });
  const file = (await written()).replaceAll(/ extradata="[^"]*"/g, "");
  await put(file.replace("Niemand kam.", "Niemand ging.").replace("week.</source>", "$&<target>Es regnete.</target>"));
  const { translated: taken, others } = await view.importXliff({ file: "/w/b.German.xlf" });
  expect([taken.length, ...others.map(({ outcome }) => outcome)]).toEqual([1, "beside changed"]);
  expect((await rows()).slice(1, 3)).toEqual(["Niemand kam. translated 2", "Es regnete. translated 1"]);
});

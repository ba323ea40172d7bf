import { expect, it } from "vitest";
import { engineForTests } from "../tools/engine-for-tests";
import { type MemoryQuery, memoryMatches } from "./book-memory";

/** A book of these lines, and its memory; `texts` are the translations by line. */
async function bookWith(lines: readonly string[], texts: Readonly<Record<number, string>>) {
  const testEngine = engineForTests({
    "b.md": `# One\n\n${lines.join("\n")}\n`,
    ".galley/b.md/book.json": '{"language": "German"}',
  });
  const view = testEngine.engine.bookView("b.md", testEngine.caller);
  const ids = async () => (await view.rows("one")).slice(2).map(({ id }) => id);
  const translate = async (at: number, text: string) => view.translate((await ids())[at] ?? "", text);
  for (const [at, text] of Object.entries(texts)) await translate(Number(at), text);
  const accept = async (at: number) => {
    const paragraph = (await ids())[at] ?? "";
    (await view.open()).write((work) => work.accept([paragraph], { language: "German", at: "", writer: "you" }));
  };
  const find = async (at: number, of: Partial<MemoryQuery> = {}) => {
    const paragraph = (await ids())[at] ?? null;
    const source = (await view.rows("one"))[at + 2]?.text ?? "";
    const query = {
      source,
      paragraph,
      least: 70,
      most: 5,
      from: "all" as const,
      sentences: true,
      ...of,
    };
    return memoryMatches(await view.open(), query);
  };
  const short = async (at: number, of: Partial<MemoryQuery> = {}) =>
    (await find(at, of)).map(({ percent, target, isAccepted, sentence }) =>
      [percent, target, ...(isAccepted ? ["accepted"] : []), ...(sentence === null ? [] : [sentence])].join(" | "),
    );
  return { testEngine, view, translate, accept, find, short };
}

const wind = "The wind went on all night without a sound.";

it("earlier translations of the same and of like sources are found, accepted ones first, and never the paragraph itself", async () => {
  const { translate, accept, short, view } = await bookWith([wind, wind, wind, wind.replace("night", "day"), wind], {
    0: "Der Wind ging.",
    1: "Es windete.",
    3: "Am Tag.",
  });
  expect(await short(4)).toEqual(["100 | Der Wind ging.", "100 | Es windete.", "88 | Am Tag."]);
  await accept(1);
  expect(await short(4)).toEqual(["100 | Es windete. | accepted", "100 | Der Wind ging.", "88 | Am Tag."]);
  expect(await short(4, { from: "accepted" })).toEqual(["100 | Es windete. | accepted"]);
  expect(await short(1)).toEqual(["100 | Der Wind ging.", "88 | Am Tag."]);
  // What was translated since is found, and an older version that was selected again.
  await translate(2, "Der Wind ging.");
  await translate(1, "Windig war es.");
  expect(await short(4)).toEqual(["100 | Der Wind ging.", "100 | Windig war es.", "88 | Am Tag."]);
  const { id = "" } = (await view.rows("one"))[3] ?? {};
  await view.select(id, (await view.versions(id)).find(({ text }) => text === "Es windete.")?.id ?? "");
  expect((await short(4)).slice(0, 2)).toEqual(["100 | Es windete. | accepted", "100 | Der Wind ging."]);
});

it("a translation of a source that has changed since is not found, nor is a deleted paragraph", async () => {
  const { testEngine, short } = await bookWith([wind, "Nobody came to the gate that night.", wind], {
    0: "Der Wind ging.",
    1: "Niemand kam.",
  });
  expect(await short(2)).toEqual(["100 | Der Wind ging."]);
  await testEngine.outside("b.md", `# One\n\n${wind.replace("sound", "word")}\nNobody came to the gate.\n${wind}\n`);
  expect(await short(2)).toEqual([]);
  await testEngine.outside("b.md", `# One\n\n${wind}\nNobody came to the gate.\n${wind}\n`);
  expect(await short(2)).toEqual(["100 | Der Wind ging."]);
});

it("sentences are found where source and translation have as many, and numbers that differ are named", async () => {
  const { short, find } = await bookWith(
    [
      "He lit the big lamp. Nobody came to the gate in 1847.",
      "Nobody came to the gate in 1851.",
      "It rained for a week. He lit the big lamp. The boats were late that year.",
      "He went down the stairs. He lit the lamp again.",
      "He lit the lamp again.",
    ],
    {
      0: "Er zündete die Lampe an. Niemand kam 1847 an die Tür.",
      3: "Er ging hinab. Dort war es dunkel. Er zündete sie an.",
    },
  );
  expect(await short(1)).toEqual(["85 | Niemand kam 1847 an die Tür."]);
  expect((await find(1))[0]?.numbers).toEqual({ onlyHere: ["1851"], onlyThere: ["1847"] });
  expect(await short(2)).toEqual(["100 | Er zündete die Lampe an. | He lit the big lamp."]);
  expect(await short(2, { sentences: false })).toEqual([]);
  expect(await short(4)).toEqual([]);
});

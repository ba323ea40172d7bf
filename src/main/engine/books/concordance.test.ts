import { expect, it } from "vitest";
import { engineForTests } from "../tools/engine-for-tests";
import { type ConcordanceQuery, concordance } from "./concordance";
import { memoryFile } from "./memory/memory-file";

/** A book with an imported memory; `find` lists what a query finds: where it is from, its state, and the words that were found. */
async function bookWithMemory() {
  const lines = ["The lamp burned.", "Nobody came.", "A lamp.", "It burned in the lamp."];
  const header = { name: "a.tmx", from: "en", into: "de", language: "German", at: "", entries: 2 };
  const { engine, caller } = engineForTests({
    "b.md": `${lines.join("\n")}\n`,
    ".galley/b.md/book.json": '{"language": "German"}',
    ".galley/b.md/memories/a.jsonl": new TextDecoder().decode(
      memoryFile(header, '["Two lamps. One burned.","Zwei Lampen. Eine brannte."]\n["No.","Nein."]\n'),
    ),
  });
  const view = engine.bookView("b.md", caller);
  const rows = await view
    .rows("b.md")
    .catch(async () => view.rows((await view.overview()).volumes[0]?.chapters[0]?.id ?? ""));
  const id = (at: number) => rows[at]?.id ?? "";
  await view.translate(id(0), "Die Lampe brannte.");
  await view.translate(id(1), "Niemand kam zur Lampe.");
  await view.translate(id(3), "Sie brannte in der Lampe.");
  const open = await view.open();
  open.write((work) => work.accept([id(0)], { language: "German", at: "", writer: "you" }));
  await open.memories("German").all();
  return async (words: string, where: ConcordanceQuery["in"] = "source", most = 10) => {
    const { pairs, total } = await concordance(open, { words, in: where, most }, new AbortController().signal);
    const marked = (text: string, spans: readonly { from: number; to: number }[]) =>
      spans.map(({ from, to }) => text.slice(from, to)).join(" ");
    return [
      total,
      ...pairs.map(({ source, target, sourceSpans, targetSpans, row, origin }) =>
        [origin?.name ?? `${row?.index} ${row?.state}`, marked(source, sourceSpans), marked(target, targetSpans)].join(
          "|",
        ),
      ),
    ];
  };
}

it("a concordance has the pairs of the book and its memories that have all words, whole entries and each once", async () => {
  const find = await bookWithMemory();
  expect(await find("lamp burned")).toEqual([
    3,
    "0 accepted|lamp burned|",
    "3 translated|burned lamp|",
    "a.tmx|lamps burned|",
  ]);
  expect(await find("lampe", "translation")).toEqual([
    4,
    "0 accepted||Lampe",
    "1 translated||Lampe",
    "3 translated||Lampe",
    "a.tmx||Lampen",
  ]);
  expect(await find("lampe", "both", 2)).toEqual([4, "0 accepted|lamp|Lampe", "1 translated||Lampe"]);
  expect(await find("…")).toEqual([0]);
});

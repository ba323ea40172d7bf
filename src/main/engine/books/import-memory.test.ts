import { expect, it } from "vitest";
import { engineForTests } from "../tools/engine-for-tests";
import { memoryMatches } from "./book-memory";
import { closeExamples } from "./close-examples";
import { memoryFileName } from "./memory/memory-file";

const wind = "The wind went on all night without a sound.";
const tmx = (source: string, target: string) =>
  `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en-US"><seg>${source}</seg></tuv><tuv xml:lang="de-DE"><seg>${target}</seg></tuv></tu></body></tmx>`;

async function bookWith(files: Record<string, string>) {
  const testEngine = engineForTests({
    "b.md": `# One\n\n${wind}\n${wind.replace("night", "day")} Nobody came to the gate that evening.\n`,
    ".galley/b.md/book.json": '{"language": "German"}',
    ...files,
  });
  const view = testEngine.engine.bookView("b.md", testEngine.caller);
  const find = async (source: string) => {
    const open = await view.open();
    await open.memories(open.language).all();
    return (
      await memoryMatches(open, {
        source,
        paragraph: null,
        least: 70,
        most: 5,
        from: "accepted",
        sentences: true,
      })
    ).map(({ percent, target, origin, sentence }) => [percent, target, origin?.name ?? "", sentence ?? ""].join(" | "));
  };
  return { testEngine, view, find };
}

it("entries of an imported TMX are matches of their file, until it is imported again or removed", async () => {
  const { view, find, testEngine } = await bookWith({
    "old.tmx": tmx(`${wind} He lit the big lamp.`, "Der Wind ging. Er zündete die Lampe an."),
    "fr.tmx": tmx("a", "b").replace("de-DE", "fr"),
  });
  expect(await find(wind)).toEqual([]);
  const file = memoryFileName("old.tmx", "de");
  expect(await view.importMemory({ file: "/w/old.tmx" })).toMatchObject({
    name: "old.tmx",
    file,
    entries: 1,
    from: "en-us",
    into: "de-de",
    status: "added",
  });
  expect(await find(wind)).toEqual(["100 | Der Wind ging. | old.tmx | "]);
  expect(await closeExamples(await view.open(), [{ id: "", text: wind.replace("night", "day") }], new Set())).toEqual([
    { text: wind, translation: "Der Wind ging." },
  ]);
  expect(await find(`It was cold. ${wind}`)).toContain(`100 | Der Wind ging. | old.tmx | ${wind}`);
  expect(await view.memories()).toEqual([
    { name: "old.tmx", file, entries: 1, isWhole: true, from: "en-us", into: "de-de" },
  ]);
  await testEngine.outside("old.tmx", tmx(wind, "Es windete."));
  expect((await view.importMemory({ file: "/w/old.tmx" })).status).toBe("replaced");
  expect(await find(wind)).toEqual(["100 | Es windete. | old.tmx | "]);
  await expect(view.importMemory({ file: "/w/fr.tmx" })).rejects.toThrow(
    "fr.tmx has nothing in German, only en-us, fr",
  );
  expect([await view.removeMemory(file), await view.removeMemory(file)]).toEqual([true, false]);
  expect(await find(wind)).toEqual([]);
});

it("a file that is imported for another language is a memory of its own", async () => {
  const both = tmx(wind, "Der Wind ging.").replace("</tu>", '<tuv xml:lang="fr"><seg>Le vent.</seg></tuv></tu>');
  const { view, find } = await bookWith({ "old.tmx": both });
  await view.importMemory({ file: "/w/old.tmx" });
  expect((await view.importMemory({ file: "/w/old.tmx", language: "French" })).status).toBe("added");
  expect(await find(wind)).toEqual(["100 | Der Wind ging. | old.tmx | "]);
  expect((await view.importMemory({ file: "/w/old.tmx", language: "de" })).status).toBe("replaced");
  const long = memoryFileName(`${"書".repeat(300)}.tmx`, "zh-Hant-TW");
  expect(Buffer.byteLength(long)).toBeLessThan(256);
  expect(memoryFileName("a?.tmx", "de")).not.toBe(memoryFileName("a!.tmx", "de"));
});

it("a damaged memory in the book's folder is left out line by line, and cannot be outside of it", async () => {
  const header = JSON.stringify({
    galley: "memory",
    version: 1,
    name: "x.tmx",
    from: "en",
    into: "de",
    language: "German",
    at: "",
    entries: 3,
  });
  const { view, find } = await bookWith({
    ".galley/b.md/memories/x.jsonl": `${header}\n["${wind}","Es windete."]\n{"broken\n["a"]\n[1,2]\n`,
    ".galley/b.md/memories/y.jsonl": "not a memory\n",
  });
  expect(await find(wind)).toEqual(["100 | Es windete. | x.tmx | "]);
  await expect(view.removeMemory("../book.json")).rejects.toThrow("is not where memories are kept");
});

it("accepted translations of other books in the folder are matches, unless that is switched off", async () => {
  const { testEngine, find } = await bookWith({
    "a.md": `${wind}\nNobody came to the gate that evening.\n`,
    ".galley/a.md/book.json": '{"language": "de", "title": "The Tower"}',
  });
  const other = testEngine.engine.bookView("a.md", testEngine.caller);
  const chapter = (await other.overview()).volumes[0]?.chapters[0]?.id ?? "";
  const [first, second] = await other.rows(chapter);
  await other.translate(first?.id ?? "", "Der Wind ging.");
  await other.translate(second?.id ?? "", "Niemand kam.");
  (await other.open()).write((work) => work.accept([first?.id ?? ""], { language: "de", at: "", writer: "you" }));
  expect(await find(wind)).toEqual(["100 | Der Wind ging. | The Tower | "]);
  expect(await find("Nobody came to the gate that evening.")).toEqual([]);
  await testEngine.outside(".galley/b.md/book.json", '{"language": "German", "otherBooks": false}');
  expect(await find(wind)).toEqual([]);
});

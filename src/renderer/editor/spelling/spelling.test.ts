import { readFile } from "node:fs/promises";
import { EditorState } from "@codemirror/state";
import dictionary from "dictionary-en";
import { expect, it } from "vitest";
import { parsesLocally } from "../syntax/part-tree";
import { Checker } from "./checker";
import { SpellingClient } from "./spelling-client";
import { wordsToCheck } from "./words-to-check";
import type { Answer, Question, WorkerLike } from "./worker-protocol";

const english = {
  language: "en",
  aff: new TextDecoder().decode(dictionary.aff),
  dic: new TextDecoder().decode(dictionary.dic),
};
const checker = new Checker([english], ["galleyish"]);

const words = (doc: string) => {
  const state = EditorState.create({ doc, extensions: parsesLocally.of(true) });
  return wordsToCheck(state, 0, doc.length).map(({ word }) => word);
};

it("words are checked in several languages and the user's dictionary", () => {
  const wrong = (text: string) => text.split(" ").filter((word) => !checker.isRight(word));
  expect(wrong("The quick brown fox didn’t jmup over the mole's hill naïve Galleyish")).toEqual(["jmup"]);
  expect(wrong("Привет Γειά")).toEqual([]);
  const invented = { language: "de", aff: "SET UTF-8\n", dic: "1\njmup\n" };
  expect(new Checker([english, invented], []).isRight("jmup")).toBe(true);
  expect(checker.suggest("recieve")).toContain("receive");
  expect(checker.suggest("didn’tt").some((word) => word.includes("'"))).toBe(false);
});

it("the right word is suggested first: letters that changed places, small differences and common words win", () => {
  const first = (word: string) => checker.suggest(word)[0];
  expect(["teh", "adn", "hte", "wrods", "Teh", "taht", "thier", "woudl", "recieve", "becuase"].map(first)).toEqual([
    ...["the", "and", "the", "words", "The", "that", "their", "would", "receive", "because"],
  ]);
  expect(["thw", "peple", "langauge", "wich", "yuo"].map(first)).toEqual(["the", "people", "language", "which", "you"]);
});

it("no word of Galley's own welcome document is misspelt", async () => {
  const welcome = await readFile("resources/welcome.md", "utf8");
  const gb = await import("dictionary-en-gb");
  const decoder = new TextDecoder();
  const british = { language: "en-GB", aff: decoder.decode(gb.default.aff), dic: decoder.decode(gb.default.dic) };
  for (const dictionary of [english, british]) {
    const strict = new Checker([dictionary], []);
    expect(words(welcome).filter((word) => !strict.isRight(word))).toEqual([]);
  }
});

it("code, addresses, maths, HTML, front matter, names and CJK are not checked", () => {
  expect(
    words(
      "---\ntitel: x\n---\n\nwrods `cdoe` [linkk](http://adress.org/pfad) <span clas> $matth$ [[Wikki]] [^nott] a@mial.org",
    ),
  ).toEqual(["wrods", "linkk"]);
  expect(words("```js\nlte x;\n```\n\n    indnted\n\nendd")).toEqual(["endd"]);
  expect(words("camelCase HTTP file_nmae v2beta foo.barr 中文字 한국어 ok’s path/to/fiel #tagg @handel")).toEqual([
    "ok’s",
  ]);
});

it("each word is checked once, and again after one was added", async () => {
  const asked: string[][] = [];
  const worker: WorkerLike = {
    onmessage: null,
    terminate: () => {},
    postMessage(question: Question) {
      if (question.ask === "check") asked.push(question.words);
      const answer: Answer = {
        id: question.id,
        words: question.ask === "check" ? question.words.filter((word) => word === "wrod") : [],
      };
      queueMicrotask(() => worker.onmessage?.({ data: answer }));
    },
  };
  let elsewhere = (_word: string) => {};
  const bridge = {
    listen: (_name: string, listener: typeof elsewhere) => {
      elsewhere = listener;
    },
    request: async (name: string) =>
      name === "spelling:start" ? { ok: true, dictionaries: [english], words: [] } : { ok: true },
  } as unknown as ConstructorParameters<typeof SpellingClient>[0];
  const client = new SpellingClient(bridge, () => worker);
  expect(await client.check(["wrod"])).toEqual(new Set());
  expect(await client.setLanguages(["en"])).toBe(true);
  expect(await client.check(["wrod", "word", "wrod"])).toEqual(new Set(["wrod"]));
  expect(await client.check(["word", "wrod"])).toEqual(new Set(["wrod"]));
  expect(asked).toEqual([["wrod", "word"]]);
  let notified = 0;
  client.onChange(() => notified++);
  await client.add("wrod");
  expect(notified).toBe(1);
  await client.check(["wrod"]);
  expect(asked).toHaveLength(2);
  elsewhere("wrodd");
  await expect.poll(() => notified).toBe(2);
  await client.check(["wrod"]);
  expect(asked).toHaveLength(3);
});

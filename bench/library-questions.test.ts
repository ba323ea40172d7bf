import { expect, it } from "vitest";
import { createContentSearch } from "../src/main/engine/library/search/content-search";
import { openContentLibrary } from "../src/main/engine/library/sqlite-library";
import { answers, questions } from "./library-questions";

it("there are 200 different questions, and half of each group is held out", () => {
  expect(questions.length).toBe(200);
  expect(new Set(questions.map(({ query }) => query)).size).toBe(questions.length);
  const heldOut = questions.filter(({ half }) => half === "held_out");
  expect(heldOut.length).toBe(questions.length / 2);
});

it("an answer is matched by its name, in any letter case, and by its kind if one is given", () => {
  const question = { query: "", group: "theme", half: "tuning", answers: ["Torch", "spell: Light"] } as const;
  expect(answers(question, { kind: "equipment", name: "torch" })).toBe("Torch");
  expect(answers(question, { kind: "spell", name: "Light" })).toBe("spell: Light");
  expect(answers(question, { kind: "rule", name: "Light" })).toBeUndefined();
});

it("every answer is a bundled entry, and lexical search alone finds most of them", async () => {
  const library = openContentLibrary({ dataDir: null });
  const search = createContentSearch({ library, dataDir: null });
  const entries = [...library.entries("srd-5e")];
  const missing = questions.flatMap((question) =>
    question.answers.filter((answer) => !entries.some((entry) => answers({ ...question, answers: [answer] }, entry))),
  );
  expect(missing).toEqual([]);
  let recall = 0;
  const where = { kinds: null, documents: null, fuzzy: true, semantic: false, limit: 10 };
  for (const question of questions) {
    const found = (await search.search({ ...where, query: question.query })).entries;
    const right = new Set(found.map((entry) => answers(question, entry)).filter((answer) => answer !== undefined));
    recall += right.size / Math.min(10, question.answers.length) / questions.length;
  }
  // The benchmark measures the whole search; this keeps the sample quick.
  expect(recall).toBeGreaterThan(0.7);
  search.close();
  library.close();
});

it("questions that were once answered wrongly have the right entry first", async () => {
  const library = openContentLibrary({ dataDir: null });
  const vectors = { embed: () => Promise.reject(new Error("not needed")), close() {} };
  const search = createContentSearch({ library, dataDir: null, embedder: vectors });
  const first = async (query: string) =>
    (await search.search({ query, kinds: null, documents: null, fuzzy: true, semantic: false, limit: 1 })).entries[0]
      ?.name;
  expect(await first("luring song")).toBe("Harpy");
  expect(await first("a bird woman who lures sailors with her song")).toBe("Harpy");
  expect(await first("slow down a fall from a great height")).toBe("Feather Fall");
  search.close();
  library.close();
});

import { afterEach, expect, it } from "vitest";
import { createTestJobs, type TestJobs } from "./jobs/testing/test-jobs";

const made: TestJobs[] = [];
afterEach(async () => {
  for (const each of made.splice(0)) await each.end();
});

/** A book of one chapter with these translations. */
async function translated(targets: readonly string[]) {
  const laid = await createTestJobs({ "1.md": targets.map((_, at) => `Line ${at}.`).join("\n") });
  made.push(laid);
  const { ask, book, rows, testApp } = laid;
  const { handlers } = testApp.window;
  await ask(handlers["book:open"](book));
  await ask(handlers["book:set-language"]({ book, language: "German" }));
  const ids = (await rows("1.md")).map(({ id }) => id);
  for (const [at, text] of targets.entries())
    await ask(handlers["book:translate"]({ book, paragraph: ids[at] ?? "", text, base: null }));
  const order = {
    book,
    find: "Lampe",
    template: "Leuchte",
    regex: false,
    caseSensitive: true,
    wholeWord: false,
    keepCase: false,
    only: null,
    accepted: "no" as const,
  };
  const find = (
    change: Partial<Omit<typeof order, "only" | "accepted">> & { accepted?: "too"; only?: string[] } = {},
  ) => ask(handlers["book:find-replacements"]({ ...order, ...change }));
  return {
    ...laid,
    handlers,
    ids,
    find,
    order,
    texts: async () => (await rows("1.md")).map(({ translation, state }) => `${translation} (${state})`),
    replace: (plan: string, one: { paragraph: string; match: number } | null = null) =>
      ask(handlers["book:replace"]({ book, plan, one })),
  };
}

it("everything that was found is replaced in one step with one undo, accepted translations only if the user wants that", async () => {
  const { handlers, ask, book, ids, find, replace, texts } = await translated(["Lampe, Lampe", "Die Lampe", "Boot"]);
  await ask(handlers["book:accept"]({ book, paragraphs: [ids[1] ?? ""] }));
  const found = await find();
  expect([found.matches, found.leftOut.accepted, found.places.map(({ spans }) => spans)]).toEqual([
    2,
    1,
    [[0, 5, 7, 12]],
  ]);
  expect((await replace(found.plan)).replaced).toHaveLength(1);
  expect(await texts()).toEqual(["Leuchte, Leuchte (translated)", "Die Lampe (accepted)", "Boot (translated)"]);
  const { plan, rows, accepted } = await find({ accepted: "too" });
  expect(accepted).toBe(1);
  expect(rows.map(({ before, isAccepted }) => [before, isAccepted])).toEqual([["Die Lampe", true]]);
  const { replaced } = await replace(plan);
  expect((await texts())[1]).toBe("Die Leuchte (translated)");
  expect(await handlers["book:replace"]({ book, plan, one: null })).toMatchObject({ error: { code: "stale" } });
  expect((await ask(handlers["book:undo-replacements"]({ book, replaced }))).undone).toBe(1);
  expect((await texts())[1]).toBe("Die Lampe (accepted)");
});

it("one match is replaced by itself, and what has changed since it was found is left as it is", async () => {
  const { handlers, ask, book, ids, find, replace, rows, texts } = await translated(["Lampe, Lampe", "Lampe"]);
  const { replaced } = await replace((await find()).plan, { paragraph: ids[0] ?? "", match: 1 });
  expect(await texts()).toEqual(["Lampe, Leuchte (translated)", "Lampe (translated)"]);
  const { plan } = await find();
  const base = (await rows("1.md"))[1]?.version ?? null;
  await ask(handlers["book:translate"]({ book, paragraph: ids[1] ?? "", text: "Eine Lampe", base }));
  expect(await replace(plan)).toMatchObject({ left: 1, replaced: [{ paragraph: ids[0] }] });
  expect(await texts()).toEqual(["Leuchte, Leuchte (translated)", "Eine Lampe (translated)"]);
  // Replaced again since.
  expect((await ask(handlers["book:undo-replacements"]({ book, replaced }))).undone).toBe(0);
});

it("marks of elements are never damaged; protected, emptied and other paragraphs are left out and counted", async () => {
  const { handlers, ask, book, ids, find, replace } = await translated([
    "Die <g1>Lampe</g1> im g1",
    "Lampe <x2/>",
    "Lampe",
    "Lampe <g",
    "Lampe und Lampe",
    "La<g1>x</g1>",
  ]);
  const regex = { regex: true, caseSensitive: false, wholeWord: false };
  expect(await find({ find: "g1|2/", ...regex, template: "g9" })).toMatchObject({ matches: 1, leftOut: { marks: 5 } });
  expect(await find({ find: "Lampe", template: "<g3>" })).toMatchObject({ matches: 0, leftOut: { marks: 6 } });
  // It would make `</g1>` literal.
  expect(await find({ find: "Lampe", template: "\\", only: ids.slice(0, 1) })).toMatchObject({
    matches: 0,
    leftOut: { marks: 1 },
  });
  // Both would be an escaped backslash, one by itself makes the mark literal.
  const pair = await find({ find: "L|a", regex: true, template: "\\\\", only: ids.slice(5) });
  expect(pair.places[0]?.spans).toEqual([0, 1, 1, 2]);
  expect(await replace(pair.plan, { paragraph: ids[5] ?? "", match: 1 })).toMatchObject({ replaced: [], left: 1 });
  expect(await find({ find: "Lampe", template: "\ud800" })).toMatchObject({ matches: 0, leftOut: { invalid: 5 } });
  expect(await find({ find: "^Lampe$", ...regex, template: "" })).toMatchObject({
    matches: 0,
    leftOut: { invalid: 1 },
  });
  const groups = await find({ find: "(Lampe) und (L)", regex: true, template: "$2 und $1" });
  expect(groups.rows[0]?.changes).toEqual([{ from: 0, to: 11, insert: "L und Lampe" }]);
  const beforehand = await find();
  await ask(handlers["book:protect"]({ book, paragraph: ids[2] ?? "" }));
  expect((await replace(beforehand.plan)).replaced.map(({ paragraph }) => paragraph)).not.toContain(ids[2]);
  const { leftOut, places } = await find({ find: "Lamp|Leucht", regex: true, only: ids.slice(1, 4) });
  expect([leftOut.protected, places.map(({ index }) => index)]).toEqual([1, [1, 3]]);
  expect(
    await handlers["book:find-replacements"]({ ...(await translated([])).order, book, find: "(", regex: true }),
  ).toMatchObject({
    error: { code: "bad_arguments" },
  });
});

it("more matches than can be looked at are an error, and texts that would be too long are left out before they are made", async () => {
  const { handlers, order, find } = await translated(Array.from({ length: 6 }, () => "x".repeat(20_000)));
  const every = { find: "x", template: "y".repeat(10_000) };
  expect(await handlers["book:find-replacements"]({ ...order, ...every })).toMatchObject({
    error: { code: "too_large" },
  });
  expect(await find({ find: "xx", template: every.template })).toMatchObject({ matches: 0, leftOut: { invalid: 6 } });
  // The page could not show all of these changes at once.
  const many = await find({ find: "xx", template: "y" });
  expect([many.matches, many.places.length, many.rows.length]).toEqual([60_000, 6, 1]);
});

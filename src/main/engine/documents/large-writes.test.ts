import { expect, it } from "vitest";
import { listHunks, textsOfHunks } from "../../../core/review/pending-edits";
import { undoHunks } from "../review/undo-hunks";
import { engineForTests } from "../tools/engine-for-tests";

const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `Line ${index} of the ${word} text costs 100 euros.\n`).join("");

function engineWith(text: string) {
  const on = engineForTests({ "a.md": text });
  const waiting = async () => {
    const { realPath, version, text: now } = await on.engine.documents.read("/w/a.md", ["/w"], "person");
    const found = await on.engine.review.of({ realPath, version, text: now });
    const texts = textsOfHunks(found?.pending ?? [], (from, to) => now.slice(from, to));
    return { realPath, hunks: listHunks(found?.pending ?? []).map(({ id }) => ({ id, ...texts.get(id) })) };
  };
  const write = async (content: string) =>
    expect(await on.edit({ action: "write", path: "a.md", content })).toMatchObject({ ok: true });
  return { on, waiting, write };
}

it("a changed word is pending after 18 MB were inserted and removed", async () => {
  const old = lines(50, "old");
  const { on, waiting, write } = engineWith(old);
  await on.edit({ action: "read", path: "a.md" });
  await write(old + lines(450_000, "appended"));
  expect((await waiting()).hunks).toMatchObject([{ removed: "" }]);
  await write(old.replace("100", "900"));
  const { realPath, hunks } = await waiting();
  expect(hunks).toMatchObject([{ removed: "100", inserted: "900" }]);
  const by = { kind: "you", name: "you" } as const;
  await undoHunks(on.engine, { realPath, hunks: hunks.map(({ id }) => id), manner: "whole", by });
  expect((await on.engine.documents.read(realPath, ["/w"], "person")).text).toBe(old);
  expect((await waiting()).hunks).toEqual([]);
  expect(on.logged).toEqual([]);
});

const megabytes = process.env["GALLEY_LONG"] ? 30 : 10;

it(`a rewritten document of ${megabytes} MB is pending as one hunk, in reasonable time`, async () => {
  const old = lines(megabytes * 20_000, "old").slice(0, megabytes * 1_000_000);
  const { on, waiting, write } = engineWith(old);
  await on.edit({ action: "read", path: "a.md" });
  const began = performance.now();
  await write(lines(megabytes * 20_000, "quite other").slice(0, megabytes * 1_000_000));
  expect(performance.now() - began).toBeLessThan(15_000);
  const { realPath, hunks } = await waiting();
  expect(hunks).toHaveLength(1);
  expect(hunks[0]?.removed?.length).toBeGreaterThan(megabytes * 650_000);
  const by = { kind: "you", name: "you" } as const;
  await undoHunks(on.engine, { realPath, hunks: hunks.map(({ id }) => id), manner: "whole", by });
  expect((await on.engine.documents.read(realPath, ["/w"], "person")).text === old).toBe(true);
});

import { expect, test } from "vitest";
import type { Bridge } from "../../../../shared/contract";
import { createOfficeFind } from "./office-find";

test("a slow search shows progress, further typing cancels it, and its late result is not shown", async () => {
  const asked: { sought: string; searcher: string; answer(total: number): void }[] = [];
  const request = (_: string, { sought, searcher }: { sought: string; searcher: string }) =>
    new Promise((resolve) => {
      const answer = (total: number) => resolve({ ok: true, version: "1", matches: [], total });
      asked.push({ sought, searcher, answer });
    });
  const bridge = { request } as unknown as Bridge;
  const find = createOfficeFind({ bridge, doc: "d", go: () => {}, announce: () => {} });
  find.open();
  find.type("la");
  expect(find.$found.get().isBusy).toBe(false);
  await expect.poll(() => find.$found.get().isBusy).toBe(true);
  find.type("lamp");
  asked[0]?.answer(9);
  await expect.poll(() => find.$found.get().isBusy).toBe(true);
  asked[1]?.answer(2);
  await expect.poll(() => find.$found.get()).toMatchObject({ isBusy: false, total: 2 });
  // Every search has the same id, so that main cancels the previous one; closing cancels the last.
  find.type("lamps");
  find.close();
  asked[2]?.answer(5);
  expect(asked.map(({ sought }) => sought)).toEqual(["la", "lamp", "lamps", ""]);
  expect(new Set(asked.map(({ searcher }) => searcher)).size).toBe(1);
  await Promise.resolve();
  expect(find.$found.get()).toMatchObject({ isOpen: false, isBusy: false, total: 0 });
});

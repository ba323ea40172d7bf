import { expect, it } from "vitest";
import type { RenderingOptions } from "../rendered-document";
import { createPartRendering } from "./part-rendering";
import type { RenderingWorker } from "./rendering";

it("what is rendered or waits when a page is closed ends without an error, and starts no other worker", async () => {
  let started = 0;
  const startWorker = (): RenderingWorker => {
    started++;
    return { postMessage: () => {}, terminate: () => {}, onmessage: null, onerror: null };
  };
  const parts = createPartRendering(() => ({}) as RenderingOptions, startWorker);
  const texts = [parts.render("one"), parts.render("two")];
  await Promise.resolve();
  await Promise.resolve();
  expect(started).toBe(1);
  parts.stop();
  expect(await Promise.all(texts)).toEqual([null, null]);
  expect(await parts.render("three")).toBeNull();
  expect(started).toBe(1);
});

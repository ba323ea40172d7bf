import { afterAll, expect, it } from "vitest";

const own = { Uint8Array, DecompressionStream };
afterAll(() => void Object.assign(globalThis, own));

it("no part of a PDF takes more than its limit, and arrays stay what they are", async () => {
  await import("./pdf-limits");
  expect(() => new Uint8Array(300 * 1024 * 1024)).toThrow("a part of the PDF needs more than 268435456 bytes");
  expect("DecompressionStream" in globalThis).toBe(false);
  const made = new Uint8Array([1, 2, 3]);
  expect([...made.subarray(1), new Uint8Array(made.buffer, 2).length]).toEqual([2, 3, 1]);
  expect([made instanceof Uint8Array, made instanceof own.Uint8Array]).toEqual([true, true]);
  expect(new own.Uint8Array(1) instanceof Uint8Array).toBe(true);
  class More extends Uint8Array {}
  expect(new More(2)).toBeInstanceOf(More);
  expect(Uint8Array.from([4]).constructor === own.Uint8Array || Uint8Array.from([4]) instanceof Uint8Array).toBe(true);
});

import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readStdin } from "./read-stdin";

const cut = (text: string, size: number): Readable => {
  const bytes = Buffer.from(text);
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
  );
};

test("characters split between chunks are complete in the result, and a byte order mark stays", async () => {
  expect(await readStdin(cut("\uFEFFé世😀\r\n", 1))).toBe("\uFEFFé世😀\r\n");
});

test("endless input is rejected at the limit", async () => {
  let given = 0;
  const endless = Readable.from(
    (function* () {
      for (;;) {
        given += 1000;
        yield Buffer.alloc(1000, "x");
      }
    })(),
  );
  await expect(readStdin(endless, 1024 * 1024)).rejects.toThrow("longer than 1 MiB");
  expect(given).toBeLessThan(2_000_000);
});

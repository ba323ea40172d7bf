import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { printTo } from "./print";

const failing = (code: string) =>
  new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) });

test("printing waits until everything is written", async () => {
  let taken = 0;
  const slow = new Writable({
    highWaterMark: 10,
    write(chunk, _encoding, done) {
      setTimeout(() => {
        taken += chunk.length;
        done();
      }, 10);
    },
  });
  await printTo(slow, "x".repeat(1000));
  expect(taken).toBe(1000);
});

test("a closed pipe is not an error, but a full disk is", async () => {
  await expect(printTo(failing("EPIPE"), "x")).resolves.toBeUndefined();
  await expect(printTo(failing("ENOSPC"), "x")).rejects.toThrow("ENOSPC");
});

import { truncateSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createWorld, type World } from "../testing/test-app";

let world: World;
afterEach(() => world.end());

test("a file of a gigabyte is rejected with its size and the limit, and nothing of it is read", async () => {
  world = createWorld({ "huge.md": "# Huge\n" });
  truncateSync(world.path("huge.md"), 1024 ** 3);
  await world.start();
  const before = process.memoryUsage().arrayBuffers;
  await expect(world.open("huge.md")).rejects.toThrow(/huge\.md has 1024 MiB; the limit is 256 MiB/);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
});

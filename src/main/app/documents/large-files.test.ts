import { truncateSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app";

let testApp: TestApp;
afterEach(() => testApp.end());

test("a file of a gigabyte is rejected with its size and the limit, and nothing of it is read", async () => {
  testApp = createTestApp({ "huge.md": "# Huge\n" });
  truncateSync(testApp.path("huge.md"), 1024 ** 3);
  await testApp.start();
  const before = process.memoryUsage().arrayBuffers;
  await expect(testApp.open("huge.md")).rejects.toThrow(/huge\.md has 1024 MiB; the limit is 256 MiB/);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
});

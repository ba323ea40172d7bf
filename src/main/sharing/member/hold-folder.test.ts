import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holdFolder } from "./hold-folder";

test("each folder is held once, and never because another one is", async () => {
  const data = mkdtempSync(join(tmpdir(), "galley-hold-"));
  // More folders than a lock has files.
  const roots = Array.from({ length: 65 }, (_, at) => `/folders/${at}`);
  const held = await Promise.all(roots.map((root) => holdFolder(data, root)));
  expect(held).not.toContain(null);
  expect(await holdFolder(data, "/folders/1")).toBeNull();
  for (const release of held) release?.();
  await expect.poll(() => holdFolder(data, "/folders/1")).not.toBeNull();
  rmSync(data, { recursive: true, force: true });
});

import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createUndoSteps } from "./undo-steps";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-undo-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("finds what another run stored for the version, and nothing for another version or file", async () => {
  await createUndoSteps(folder).keep("/notes/a.md", { version: "v1", steps: "{}" });
  const steps = createUndoSteps(folder);
  expect(await steps.find("/notes/a.md", "v1")).toBe("{}");
  expect(await steps.find("/notes/a.md", "v2")).toBeNull();
  expect(await steps.find("/notes/b.md", "v1")).toBeNull();
});

it("stores no steps of a file of secrets, ignores damaged files, and keeps those of the last fifty documents", async () => {
  const steps = createUndoSteps(folder);
  await steps.keep("/notes/.env", { version: "v1", steps: "{}" });
  expect(await readdir(folder)).toEqual([]);
  for (let n = 0; n < 60; n++) await steps.keep(`/notes/${n}.md`, { version: "v1", steps: "{}" });
  const names = await readdir(folder);
  expect(names).toHaveLength(50);
  for (const name of names) await writeFile(join(folder, name), '{"version":"v1"');
  expect(await steps.find("/notes/59.md", "v1")).toBeNull();
});

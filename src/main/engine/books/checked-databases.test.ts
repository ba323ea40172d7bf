import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { packagesInThread } from "../office/jobs/packages";
import { WorkerEnded } from "../worker/worker-client";
import { createCheckedDatabases } from "./checked-databases";

function database(): string {
  const folder = mkdtempSync(join(tmpdir(), "galley-checked-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "book.db");
  writeFileSync(path, "");
  return path;
}

test("a check whose process was ended rejects and does not call the database damaged: the next check may find it sound", async () => {
  const path = database();
  const answers: (() => unknown)[] = [
    () => {
      throw new WorkerEnded("this document", { ms: 1000, megabytes: 64 }, "memory");
    },
    () => null,
  ];
  const checked = createCheckedDatabases({ ...packagesInThread(), run: (async () => answers.shift()?.()) as never });
  await expect(checked.check(path)).rejects.toMatchObject({ code: "failed", message: expect.stringContaining(path) });
  expect(checked.damageOf(path)).toBeNull();
  await checked.check(path);
  expect(checked.damageOf(path)).toBeNull();
  expect(answers).toEqual([]);
});

test("the result of a check is remembered until the file changes", async () => {
  const path = database();
  const checked = createCheckedDatabases({
    ...packagesInThread(),
    run: (async () => "2nd reference to page 7") as never,
  });
  await checked.check(path);
  expect(checked.damageOf(path)).toBe("2nd reference to page 7");
  writeFileSync(path, "another file");
  expect(checked.damageOf(path)).toBeNull();
});

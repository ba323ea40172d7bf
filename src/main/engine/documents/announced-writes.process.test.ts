import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine } from "../host/create-engine";
import type { Engine } from "../host/engine";
import { startChild } from "../testing/child-process";

const child = new URL("../testing/engine.child.ts", import.meta.url);
let folder: string;
let root: string;
let engine: Engine | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "galley-announced-"));
  root = join(folder, "w");
  mkdirSync(root);
});
afterEach(async () => {
  await engine?.close();
  engine = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a process that is killed after its write has reached the file. */
async function killedAfter(call: object): Promise<void> {
  const env = { NODE_OPTIONS: "--experimental-transform-types" };
  const one = startChild(child, [join(folder, "data"), root, "kill"], { env });
  await one.printed("ready");
  one.send(JSON.stringify(call));
  expect(await one.ended).toMatchObject({ signal: "SIGKILL" });
}

async function startedAgain(): Promise<Engine> {
  engine = await createEngine({ dataDir: join(folder, "data"), log: () => {} });
  await engine.documents.resolveAnnouncedWrites();
  return engine;
}

test("an agent's write is pending and in history as the agent's, even if its process is killed at once", async () => {
  const path = join(root, "a.md");
  writeFileSync(path, "we meet on Monday.\n");
  await killedAfter({ name: "text_editor", action: "patch", path: "a.md", old_text: "Monday", new_text: "Tuesday" });
  expect(readFileSync(path, "utf8")).toBe("we meet on Tuesday.\n");
  const { review, history, documents } = await startedAgain();
  const { text, version, realPath } = await documents.read(path, [root], "person");
  const found = await review.of({ realPath, version, text });
  expect(found?.pending).toMatchObject([11, { accepted: [{ text: "Monday" }], now: [{ text: "Tuesday" }] }]);
  expect(found?.writes).toMatchObject([{ by: "tester" }]);
  expect((await history.list(realPath)).map(({ by, reason }) => `${by.kind} ${by.name}: ${reason}`)).toEqual([
    "agent tester: patch",
    "program another program: found on disk",
  ]);
  expect(review.announced()).toEqual([]);
});

test("a file created by an agent is pending even if its process is killed at once", async () => {
  await killedAfter({ name: "text_editor", action: "write", path: "new.md", content: "all of it\n" });
  const { review } = await startedAgain();
  expect(review.list()).toEqual([join(root, "new.md")]);
});

test("an Office document created by an agent is pending even if its process is killed at once", async () => {
  await killedAfter({ name: "office_artifact", action: "create", path: "new.docx", content: "# One\n\nWords.\n" });
  const { review } = await startedAgain();
  expect(review.list()).toEqual([join(root, "new.docx")]);
});

test("text written by somebody else since is not attributed to the agent", async () => {
  const path = join(root, "a.md");
  writeFileSync(path, "one\n");
  await killedAfter({ name: "text_editor", action: "write", path: "a.md", content: "two\n" });
  writeFileSync(path, "mine\n");
  const { review } = await startedAgain();
  expect([review.list(), review.announced()]).toEqual([[], []]);
});

test("a write that is rejected is no longer announced", async () => {
  writeFileSync(join(root, "a.md"), "one\n");
  const on = await startedAgain();
  on.review.announce({
    realPath: join(root, "a.md"),
    from: "v1",
    to: "v2",
    write: { id: "w1", by: "tester", reason: "patch", at: new Date(0).toISOString() },
  });
  await on.documents.resolveAnnouncedWrites();
  expect([on.review.list(), on.review.announced()]).toEqual([[], []]);
});

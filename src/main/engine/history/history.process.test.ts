import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startChild } from "../testing/child-process";
import { openHistory } from "./sqlite-history";

const child = new URL("./history.child.ts", import.meta.url);
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "galley-history-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("processes that record at the same time, one of them killed, lose no stored version", async () => {
  const start = (name: string, times: number) => startChild(child, [dataDir, "/w/a.md", String(times), name]);
  const [one, two, killed] = [start("one", 60), start("two", 60), start("killed", 100_000)];
  await killed.printed("kept killed 20");
  killed.process.kill("SIGKILL");
  await killed.ended;
  expect(await one.ended).toMatchObject({ code: 0, complaint: "" });
  expect(await two.ended).toMatchObject({ code: 0, complaint: "" });

  const notices: string[] = [];
  const history = openHistory({ dataDir, notice: (sentence) => notices.push(sentence) });
  const entries = await history.list("/w/a.md");
  const found = new Set(entries.map(({ by, reason }) => `kept ${by.name} ${reason}`));
  for (const line of [...one.lines, ...two.lines, ...killed.lines]) expect(found, line).toContain(line);
  for (const { version_id, by, reason } of entries.slice(0, 30)) {
    const bytes = await history.read("/w/a.md", version_id);
    expect(Buffer.from(bytes ?? []).toString()).toBe(`${by.name} ${reason}\n`.repeat(2000));
  }
  expect(notices).toEqual([]);
  await history.close();
});

import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAgentHolds, keyOfHttpClient } from "./agent-holds";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-holds-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = () =>
  createAgentHolds(join(folder, "agents.json"), (error) => {
    throw error;
  });
const anna = { name: "anna", roots: ["/home/b"], transport: "stdio" } as const;
const web = { name: "web", roots: [], transport: "http" } as const;

test("an agent's hold survives a restart, by name and folder and over HTTP by name; a hold on a process does not", async () => {
  const before = start();
  before.hold("p1", anna, "paused");
  before.hold(keyOfHttpClient("web"), web, "read");
  before.hold("p2", { name: "", roots: [] }, "paused");
  await before.idle();
  const after = start();
  expect(after.notice).toBeNull();
  expect(after.accessOf("p7", { ...anna, roots: ["/home/b/sub"] })).toBe("paused");
  expect(after.accessOf("p7", { ...anna, roots: ["/home/c"] })).toBe("write");
  expect(after.accessOf(keyOfHttpClient("web"), web)).toBe("read");
  expect(after.accessOf("p2", { name: "other", roots: ["/"] })).toBe("write");
  after.hold("p7", anna, "write");
  await after.idle();
  expect(start().accessOf("p8", anna)).toBe("write");
});

test("the pause of all agents survives a restart, until all are resumed", async () => {
  const before = start();
  before.hold("p1", anna, "read");
  before.pauseAll(true);
  await before.idle();
  const after = start();
  expect([after.isAllPaused(), after.accessOf("p9", web), after.accessOf("p9", anna)]).toEqual([
    ...[true, "paused", "paused"],
  ]);
  expect(after.accessOf("c1", { ...web, transport: "panel" })).toBe("write");
  after.pauseAll(false);
  await after.idle();
  expect([start().isAllPaused(), start().accessOf("p9", anna)]).toEqual([false, "read"]);
});

test.each(["{", '{"isAllPaused":false,"names":[{"name":1}],"keys":[]}'])(
  "a damaged file (%s) is set aside, and all agents are paused until the user resumes them",
  async (text) => {
    await writeFile(join(folder, "agents.json"), text);
    const holds = start();
    expect(holds.notice).toMatchObject({ why: "damaged" });
    expect((await readdir(folder)).filter((name) => name.includes("damaged"))).toEqual([holds.notice?.detail]);
    expect(holds.accessOf("p1", anna)).toBe("paused");
    await holds.idle();
    // The restrictions hold even if nobody has answered before the next start.
    expect([start().notice, start().isAllPaused()]).toEqual([null, true]);
  },
);

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

test("an agent's hold survives a restart, by name and folder and over HTTP by name", async () => {
  const before = start();
  before.hold("p1", anna, "paused");
  before.hold(keyOfHttpClient("web"), web, "read");
  await before.idle();
  const after = start();
  expect(after.notice).toBeNull();
  expect(after.accessOf("p7", { ...anna, roots: ["/home/b/sub"] })).toBe("paused");
  expect(after.accessOf("p7", { ...anna, roots: ["/home/c"] })).toBe("write");
  expect(after.accessOf(keyOfHttpClient("web"), web)).toBe("read");
  expect(after.accessOf("p2", { name: "other", roots: ["/"] })).toBe("write");
  expect(after.kept().map(({ name, access }) => [name, access])).toEqual([
    ["web", "read"],
    ["anna", "paused"],
  ]);
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

test("a name is the same in other letters of case, and a process that renames itself stays held", async () => {
  const holds = start();
  holds.hold("p1", anna, "paused");
  expect(holds.accessOf("p2", { ...anna, name: " ANNA " })).toBe("paused");
  expect(holds.accessOf("p3", { ...anna, name: "ben" })).toBe("write");
  expect(holds.accessOf("p1", anna)).toBe("paused");
  expect(holds.accessOf("p1", { ...anna, name: "ben" })).toBe("paused");
  // Allowing it under its new name frees it.
  holds.hold("p1", { ...anna, name: "ben" }, "write");
  expect([holds.accessOf("p1", { ...anna, name: "ben" }), holds.accessOf("p1", anna)]).toEqual(["write", "write"]);
  await holds.idle();
});

test("a block over HTTP holds for the name over every transport in these folders, and counts more than a pause", async () => {
  const holds = start();
  holds.hold(keyOfHttpClient("anna"), { ...anna, transport: "http" }, "blocked");
  holds.pauseAll(true);
  expect(holds.accessOf("p1", anna)).toBe("blocked");
  expect(holds.accessOf("p1", { ...anna, roots: ["/elsewhere"] })).toBe("paused");
  expect(holds.accessOf(keyOfHttpClient("anna"), { name: "anna", roots: [], transport: "http" })).toBe("blocked");
  await holds.idle();
});

test("what an earlier version kept is taken over", async () => {
  const names = [{ name: "anna", roots: ["/home/b"], access: "paused" }];
  const keys = [["http web", "read"]];
  await writeFile(join(folder, "agents.json"), JSON.stringify({ isAllPaused: false, names, keys }));
  const holds = start();
  expect([holds.notice, holds.accessOf("p1", anna), holds.accessOf("h", web)]).toEqual([null, "paused", "read"]);
});

test("the decisions are bounded: those that hold nothing are dropped first", async () => {
  const holds = start();
  holds.hold("p1", anna, "paused");
  for (let at = 0; at < 600; at++) {
    holds.hold("x", { ...anna, name: `n${at}` }, "read");
    holds.hold("x", { ...anna, name: `n${at}` }, "write");
  }
  expect([holds.kept().length, holds.accessOf("p2", anna)]).toEqual([500, "paused"]);
  await holds.idle();
  expect([start().notice, start().accessOf("p2", anna)]).toEqual([null, "paused"]);
});

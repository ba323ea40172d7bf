import { expect, test } from "vitest";
import { presences, readPresence } from "./presence";

test.each([[null], ["Ann"], [{}], [{ name: "" }], [{ name: " " }], [{ name: 1 }]])("%j is not a presence", (state) => {
  expect(readPresence(1, state)).toBeNull();
});

test("what is too long is cut or left out", () => {
  const agent = { name: "a".repeat(1000), path: "plan.md", section: "s".repeat(1000), does: "sings" };
  expect(
    readPresence(1, { name: "n".repeat(1000), path: "p".repeat(5000), section: "Two", agents: Array(50).fill(agent) }),
  ).toEqual({
    id: 1,
    name: "n".repeat(80),
    path: null,
    section: null,
    selection: null,
    agents: Array(8).fill({ name: "a".repeat(80), path: "plan.md", section: "s".repeat(120), does: "reads" }),
  });
});

test.each([
  [{ name: "Claude", path: "plan.md", section: "Two", does: "writes" }, true],
  [{ name: "Claude", path: "plan.md", section: null, does: "reads" }, true],
  [{ name: " ", path: "plan.md", section: null, does: "reads" }, false],
  [{ name: "Claude", path: 7, section: null, does: "reads" }, false],
  ["Claude", false],
  [null, false],
])("the agent %j is shown: %s", (agent, isShown) => {
  expect(readPresence(1, { name: "Ann", agents: [agent] })?.agents).toEqual(isShown ? [agent] : []);
  expect(readPresence(1, { name: "Ann", agents: { 0: agent } })?.agents).toEqual([]);
});

test.each(["../a.md", "/etc/hosts", ".git/config", "a//b.md", "C:\\a.md", ""])(
  "the path %j is none that one could follow",
  (path) => {
    expect(readPresence(1, { name: "Ann", path })?.path).toBeNull();
    expect(readPresence(1, { name: "Ann", agents: [{ name: "Claude", path, does: "reads" }] })?.agents).toEqual([]);
  },
);

test.each([
  [{ anchor: 1, head: 2 }, true],
  [{ anchor: -1, head: 2 }, false],
  [{ anchor: 1.5, head: 2 }, false],
  [{ anchor: 1, head: 1e300 }, false],
  [{ anchor: "1", head: 2 }, false],
  [null, false],
])("the selection %j is valid: %s", (selection, isValid) => {
  expect(readPresence(1, { name: "Ann", path: "a.md", selection })?.selection).toEqual(isValid ? selection : null);
  expect(readPresence(1, { name: "Ann", path: null, selection })?.selection).toBeNull();
});

test("members are listed by name, without oneself and invalid states", () => {
  const states = new Map<number, unknown>([
    [1, { name: "Me", path: null }],
    [2, { name: "Bob", path: "b.md" }],
    [3, { name: "Ann", path: null }],
    [4, "nonsense"],
  ]);
  expect(presences(states, 1)).toEqual([
    { id: 3, name: "Ann", path: null, section: null, selection: null, agents: [] },
    { id: 2, name: "Bob", path: "b.md", section: null, selection: null, agents: [] },
  ]);
  const many = new Map(Array.from({ length: 1000 }, (_, at) => [at, { name: `${at}` }]));
  expect(presences(many, 0)).toHaveLength(200);
});

import { expect, test } from "vitest";
import { presences, readPresence } from "./presence";

test.each([[null], ["Ann"], [{}], [{ name: "" }], [{ name: " " }], [{ name: 1 }]])("%j is not a presence", (state) => {
  expect(readPresence(state)).toBeNull();
});

test("what is too long is cut or left out", () => {
  expect(readPresence({ name: "n".repeat(1000), path: "p".repeat(5000) })).toEqual({
    name: "n".repeat(80),
    path: null,
    selection: null,
  });
});

test.each([
  [{ anchor: 1, head: 2 }, true],
  [{ anchor: -1, head: 2 }, false],
  [{ anchor: 1.5, head: 2 }, false],
  [{ anchor: 1, head: 1e300 }, false],
  [{ anchor: "1", head: 2 }, false],
  [null, false],
])("the selection %j is valid: %s", (selection, isValid) => {
  expect(readPresence({ name: "Ann", path: "a.md", selection })?.selection).toEqual(isValid ? selection : null);
  expect(readPresence({ name: "Ann", path: null, selection })?.selection).toBeNull();
});

test("members are listed by name, without oneself and invalid states", () => {
  const states = new Map<number, unknown>([
    [1, { name: "Me", path: null }],
    [2, { name: "Bob", path: "b.md" }],
    [3, { name: "Ann", path: null }],
    [4, "nonsense"],
  ]);
  expect(presences(states, 1)).toEqual([
    { name: "Ann", path: null, selection: null },
    { name: "Bob", path: "b.md", selection: null },
  ]);
  const many = new Map(Array.from({ length: 1000 }, (_, at) => [at, { name: `${at}` }]));
  expect(presences(many, 0)).toHaveLength(200);
});

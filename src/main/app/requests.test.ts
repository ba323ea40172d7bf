import { expect, test } from "vitest";
import type { RequestName } from "../../shared/contract";
import { requestSchemas } from "./requests";

const names = Object.keys(requestSchemas) as RequestName[];

const accepts = (name: RequestName, argument: unknown) => requestSchemas[name].safeParse(argument).success;
const doc = "4fca9b34-e87a-46fc-817a-3e908974d1bc";

test("ordinary arguments are accepted", () => {
  expect(accepts("app:start", undefined)).toBe(true);
  expect(accepts("app:start", null)).toBe(true);
  expect(accepts("workspace:open", null)).toBe(true);
  expect(accepts("workspace:list", "/home/anna/$HOME & co")).toBe(true);
  expect(accepts("app:save-settings", { theme: "dark" })).toBe(true);
  expect(accepts("app:menu", [{ id: "a", label: "A" }, "separator", { id: "b", label: "B", enabled: false }])).toBe(
    true,
  );
  const typed = { doc, base: "x", seq: 1, changes: [{ from: 0, to: 1, insert: "\udc80" }] };
  expect(accepts("document:save", { ...typed, why: "auto" })).toBe(true);
});

test("wrong types, unknown keys, relative paths and hidden keys are rejected [A9]", () => {
  expect(accepts("workspace:list", "notes")).toBe(false);
  expect(accepts("workspace:list", "/notes\0.md")).toBe(false);
  expect(accepts("workspace:list", "/".repeat(5000))).toBe(false);
  expect(accepts("workspace:list", ["/"])).toBe(false);
  expect(accepts("app:start", {})).toBe(false);
  expect(accepts("app:save-settings", { theme: "pink" })).toBe(false);
  expect(accepts("app:save-settings", JSON.parse('{"__proto__": {"theme": "dark"}, "theme": "dark"}'))).toBe(false);
  expect(accepts("app:save-settings", { fontSize: Number.NaN })).toBe(false);
  expect(accepts("document:typed", { doc, base: "x", seq: 1.5, changes: [] })).toBe(false);
  expect(accepts("document:typed", { doc: "../../x", base: "x", seq: 1, changes: [] })).toBe(false);
  expect(accepts("document:typed", { doc, base: "x", seq: 1, changes: [{ from: -1, to: 0, insert: "" }] })).toBe(false);
  expect(accepts("document:save", { doc, base: "x", seq: 1, changes: [], why: "because" })).toBe(false);
  expect(accepts("document:handed-over", "1")).toBe(false);
  expect(accepts("workspace:watch", new Array(20_000).fill("/a"))).toBe(false);
});

test("a value that fits no request is rejected by every one of them [A9]", () => {
  let deep: unknown = [];
  for (let level = 0; level < 5000; level++) deep = { path: deep };
  const hostile: unknown[] = [7.5, -1, Number.NaN, true, 10n, [null], [[]], deep];
  hostile.push({ path: 1 }, { toString: "x" }, { length: 1e9 }, new Uint8Array(8), new Array(1_000_000));
  hostile.push(JSON.parse('{"__proto__": {"path": "/"}, "constructor": {"prototype": {}}}'));
  for (const name of names)
    for (const argument of hostile) expect([name, accepts(name, argument)]).toEqual([name, false]);
});

test("many long paths are read in no time [A9]", () => {
  const folders = Array.from({ length: 10_000 }, (_, number) => `/${"a/".repeat(2000)}${number}`);
  const before = process.cpuUsage();
  expect(accepts("workspace:watch", folders)).toBe(true);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Argument } from "../../shared/contract";
import { readArgument } from "./read-argument";
import { hostileValues, hugeValues, withAt } from "./testing/hostile-arguments";
import { createTestApp, type TestApp } from "./testing/test-app";

type Save = Argument<"document:save">;

let testApp: TestApp;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "one two three\n" });
  await testApp.start();
  await testApp.window.openWorkspace(testApp.folder);
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") void testApp.window.handlers["document:handed-over"](event.requestId);
  };
});
afterEach(() => testApp.end());

const write = { id: "w", by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" };
/** Valid review data of an editor, and the positions in it that are replaced with invalid values. */
const followed = {
  pending: [4, { hunk: "w.0", accepted: [["two", "w"]], now: [[4, "w"]], isCleared: true }],
  writes: [{ ...write, request: "x" }],
};
const positions: (string | number)[][] = [
  [],
  ["pending"],
  ["pending", 0],
  ["pending", 1],
  ["pending", 1, "hunk"],
  ["pending", 1, "accepted"],
  ["pending", 1, "accepted", 0],
  ["pending", 1, "accepted", 0, 0],
  ["pending", 1, "accepted", 0, 1],
  ["pending", 1, "now", 0, 0],
  ["pending", 1, "now", 0, 1],
  ["pending", 1, "isCleared"],
  ["writes"],
  ["writes", 0, "id"],
  ["writes", 0, "by"],
  ["writes", 0, "at"],
];
/** Data that is valid by the schema but wrong: for another text, for unknown writes, or empty. */
const senseless: Save["followed"][] = [
  { pending: [Number.MAX_SAFE_INTEGER, 1], writes: [] },
  { pending: [{ hunk: "w.0", accepted: [["two", "w"]], now: [[1e9, "w"]] }], writes: [write] },
  { pending: [{ hunk: "w.0", accepted: [["two", "nobody"]], now: [] }], writes: [] },
  { pending: [{ hunk: "", accepted: [["two", "w"]], now: [] }], writes: [write] },
  { pending: [{ hunk: "w.0", accepted: [["two", null]], now: [] }], writes: [write] },
  { pending: [{ hunk: "w.0", accepted: [], now: [] }], writes: [write] },
  { pending: [{ hunk: "w.0", accepted: [["o", "w"]], now: [[1, "w"]] }], writes: [write] },
  { pending: [{ hunk: "__proto__", accepted: [["\ud800\0", "user"]], now: [[1, "w"]] }], writes: [write, write] },
];

test("a save with wrong review data is still saved, and the review continues", async () => {
  const { doc } = await testApp.open("a.md");
  const engine = await testApp.engine();
  const caller = { id: "1", name: "Claude", roots: [testApp.folder] };
  const patch = { action: "patch", path: "a.md", old_text: "two", new_text: "four" };
  expect(await engine.run({ name: "text_editor", arguments: patch, caller })).toMatchObject({ ok: true });
  const current = () => engine.documents.read(testApp.path("a.md"), [testApp.folder], "person");
  let count = 0;
  const save = async (review: unknown) => {
    const { version: base, text } = await current();
    const changes = [{ from: text.length, to: text.length, insert: `line ${++count}\n` }];
    const asked = { doc, base, seq: count, changes, why: "auto", followed: review };
    const read = readArgument("document:save", asked);
    if (read.status === "refused") throw new Error(`refused: ${read.why}`);
    expect(await testApp.window.handlers["document:save"](read.argument)).toMatchObject({ status: "saved" });
    expect(readFileSync(testApp.path("a.md"), "utf8").endsWith(`line ${count}\n`)).toBe(true);
    const { text: now, version, realPath } = await current();
    const found = await engine.review.of({ realPath, version, text: now });
    expect(found?.pending ?? []).toEqual(expect.any(Array));
    const listed = await testApp.window.handlers["review:list"]("hunks");
    expect(listed).toMatchObject({ ok: true });
    for (const document of listed.ok ? listed.documents : []) {
      expect(document.count).toBe(document.hunks.length);
      for (const hunk of document.hunks) {
        expect(hunk.removed).not.toBe(hunk.inserted);
        expect(hunk.writes.length).toBeGreaterThan(0);
      }
    }
  };
  for (const review of senseless) await save(review);
  // None of it belongs to this text, so the agent's edit is still pending.
  expect(await testApp.window.handlers["review:list"]("counts")).toMatchObject({ documents: [{ count: 1 }] });
  const isLong = process.env["GALLEY_LONG"] !== undefined;
  // A short run covers different values at each position.
  for (const [place, at] of positions.entries())
    for (const [nth, value] of hostileValues.entries())
      if (isLong || nth % 48 === place % 48) await save(withAt(followed, at, value));
  for (const value of hugeValues.slice(0, isLong ? undefined : 3))
    await save(withAt(followed, ["pending", 1, "accepted", 0, 0], value));
  for (const value of hugeValues.slice(isLong ? 0 : 3)) await save(withAt(followed, ["pending"], value));
  expect(testApp.desktop.events("app:notice")).toEqual([]);
}, 120_000);

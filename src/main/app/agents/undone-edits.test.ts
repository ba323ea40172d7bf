import { expect, test } from "vitest";
import type { Decision } from "../../engine/ports/review";
import { createUndoneEdits } from "./undone-edits";

const envelope = { ok: true, message: "read", summary: "s" };
const caller = (name: string, root = "/w") => ({ id: "1", name, roots: [root] });
const undone = (changes: Partial<Decision> = {}): Decision => ({
  realPath: "/w/a.md",
  write: { id: "1", by: "Claude Code", reason: "found on disk", at: "2026-01-01T00:00:00Z" },
  hunk: "1.0",
  outcome: "undone",
  inserted: "new\nwords",
  removed: "old",
  ...changes,
});

test("an agent is notified once of its edits that the user undid, under its name over any transport", () => {
  const edits = createUndoneEdits();
  edits.add(undone());
  expect(edits.withNews(envelope, caller("codex"))).toBe(envelope);
  expect(edits.withNews(envelope, caller("claude-code", "/other"))).toBe(envelope);
  expect(edits.withNews(envelope, caller("claude-code")).message).toBe(
    'read\n\nThe user undid your edit in /w/a.md: "new\\nwords" is again "old".',
  );
  expect(edits.withNews(envelope, caller("claude-code"))).toBe(envelope);
});

test("what was kept, overwritten, or written by a tool is not said here, and there is a limit", () => {
  const edits = createUndoneEdits();
  edits.add(undone({ outcome: "kept" }));
  edits.add(undone({ write: { ...undone().write, reason: "patch" } }));
  expect(edits.withNews(envelope, caller("Claude Code"))).toBe(envelope);
  for (let at = 0; at < 200; at++) edits.add(undone({ inserted: "x".repeat(10_000) }));
  expect(edits.withNews(envelope, caller("Claude Code")).message.length).toBeLessThan(15_000);
});

import { expect, it } from "vitest";
import type { ShownDecision } from "../../../shared/comments";
import { decidedEdits } from "./decided-edits";

const decided = (write: string): ShownDecision => ({
  write,
  by: "Claude",
  outcome: "kept",
  removed: "two",
  inserted: "2",
  at: "2026-01-01T00:00:00Z",
});
const waiting = (id: string, removed = "two") => ({
  hunk: { id: `${id}.0`, removed, inserted: "2", writes: [id], isMixed: false },
  writes: [{ id, by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" }],
});

it("an edit that waits again is not listed as decided; the same words by another write are another edit", () => {
  expect(decidedEdits([decided("w1")], [waiting("w1")])).toEqual([]);
  expect(decidedEdits([decided("w1")], [waiting("w2")])).toEqual([decided("w1")]);
  expect(decidedEdits([decided("w1")], [waiting("w1", "three")])).toEqual([decided("w1")]);
});

import { expect, test } from "vitest";
import { MAX_REASON_NOTE } from "../limits";
import { reasonParts, withNote } from "./reason-note";

test("a note is stored on the second line of the reason, and found there", () => {
  expect(withNote("patch", "shorter intro")).toBe("patch\nshorter intro");
  expect(reasonParts("patch\nshorter intro")).toEqual({ reason: "patch", note: "shorter intro" });
});

test("without a note, the reason is what was done", () => {
  for (const none of [undefined, "", " \n\t"]) expect(withNote("patch", none)).toBe("patch");
  expect(reasonParts("autosave")).toEqual({ reason: "autosave" });
  expect(reasonParts("autosave\n")).toEqual({ reason: "autosave" });
});

test("neither part can break the line between them", () => {
  const stored = withNote("replaced section One\nTwo", " because\r\n\u0000it was\twrong ");
  expect(reasonParts(stored)).toEqual({ reason: "replaced section One Two", note: "because it was wrong" });
});

test("no reason is longer than a page may send back", () => {
  const stored = withNote("x".repeat(5_000), "y".repeat(5_000));
  expect(stored.length).toBeLessThan(1_000);
  expect(reasonParts(stored).note).toHaveLength(MAX_REASON_NOTE);
});

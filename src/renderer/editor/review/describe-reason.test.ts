import { afterEach, expect, test, vi } from "vitest";
import { setLanguage } from "../../ui/language";
import { noteOf, reasonAndNote, reasonOf } from "./describe-reason";

vi.stubGlobal("document", { documentElement: {} });
afterEach(() => setLanguage("en"));

const operations = [
  ...["replace_text", "append_text", "prepend", "set_text", "insert_before", "insert_after", "delete", "move"],
  ...["set_cells", "set_rows", "set_slides", "set_notes"],
];
const reasons = [
  ...operations.flatMap((operation) => [operation, `${operation}, suggested`]),
  ...["create", "edited", "suggested", "undone", "done again", "accepted suggestions", "rejected suggestions"],
  ...["replaced section Book/One", "inserted a section after Book/One"],
  "inserted a section first child Book/One",
  ...["deleted section Book/One", "restored section Book/One of v000000000012", "restored v000000000012"],
  "exported report.docx",
];

test("no reason of a tool is shown as the tool stored it, and each has Chinese words", async () => {
  for (const reason of reasons) expect(reasonOf({ reason }), reason).not.toMatch(/_|v0000|, suggested$/);
  expect(reasonOf({ reason: "replace_text" })).toBe("replaced text");
  expect(reasonOf({ reason: "set_cells, suggested" })).toBe("changed cells (as suggestions)");
  expect(reasonOf({ reason: "restored v000000000012" })).toBe("restored an earlier version");
  expect(reasonOf({ reason: "restored section Book/One of v000000000012" })).toBe("restored section Book/One");
  await setLanguage("zh-CN");
  for (const reason of reasons)
    expect(reasonOf({ reason }).replace(/Book\/One|report\.docx/, ""), reason).not.toMatch(/[a-z]/);
});

test("a reason in the words of a program is shown unchanged", () => {
  for (const reason of ["tidied the tables", "constructor", "replace_text of mine", "x, suggested"])
    expect(reasonOf({ reason })).toBe(reason);
});

test("a note is shown beside what was done, from a version and from a write that waits", async () => {
  const version = { reason: "patch", note: "shorter intro", by: { kind: "agent", name: "model" } as const };
  const write = { reason: "patch\nshorter intro", by: "model" };
  for (const written of [version, write]) {
    expect(reasonOf(written)).toBe("edit");
    expect(noteOf(written)).toBe("shorter intro");
    expect(reasonAndNote(written)).toBe("edit: “shorter intro”");
  }
  const mine = { reason: "“a” replaced\nwith “b”", by: { kind: "you", name: "" } as const };
  expect(reasonAndNote(mine)).toBe(mine.reason);
  expect(noteOf({ reason: "patch" })).toBeNull();
  expect(reasonAndNote({ reason: "patch" })).toBe("edit");
  await setLanguage("zh-CN");
  expect(reasonAndNote(write)).toMatch(/：“shorter intro”$/);
});

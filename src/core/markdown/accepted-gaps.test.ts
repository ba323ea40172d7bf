import fc from "fast-check";
import { expect, test } from "vitest";
import { addAgentEdits } from "../review/follow-edits";
import type { PendingEdits } from "../review/pending-edits";
import { documents, linesOf } from "../text/documents.fixture";
import { runs } from "../text/texts.fixture";
import { deleteSection, type InsertPosition, insertSection } from "./section-edits";
import { listSections, parseOutline } from "./sections";

const reviewed = (text: string) => ({
  slice: (from: number, to: number) => text.slice(from, to),
  agentOf: () => "Claude",
});

/** Inserts a section in one agent write and deletes it in the next; null if the section swallows the text below it. */
function insertAndDelete(text: string, pick: number, content: string, position: InsertPosition) {
  const outline = parseOutline(text);
  const all = listSections(outline);
  const anchor = all[pick % Math.max(1, all.length)];
  if (!anchor) return null;
  const inserted = insertSection(text, outline, anchor, { content, position });
  if (inserted.status === "refused") return null;
  const section = listSections(inserted.outline).find(({ lineStart }) => lineStart === inserted.insertedAt);
  const pending = addAgentEdits([], reviewed(text), inserted.changes, "1");
  if (section?.path !== inserted.newSectionPath || !section) return null;
  const deleted = deleteSection(inserted.text, inserted.outline, section, { includeChildren: true, pending });
  if (deleted.deletedContent.trimEnd() !== content.trimEnd()) return null;
  const left: PendingEdits = addAgentEdits(pending, reviewed(inserted.text), deleted.changes, "2");
  return { inserted, deleted, left };
}

const positions = fc.constantFrom<InsertPosition>("before", "after", "first_child", "last_child");
const contents = fc.constantFrom("# New\n\ntext", "## New", "### New\ntext\n\n- a\n- b", "###### New\n\n# no\n");

test("inserting and deleting a section restores the text, wherever it was, and leaves nothing pending", () => {
  let tried = 0;
  const asked = runs(400);
  fc.assert(
    fc.property(documents, fc.nat(), contents, positions, (text, pick, content, position) => {
      const result = insertAndDelete(text, pick, content, position);
      if (result === null) return;
      tried += 1;
      expect(result.deleted.text).toBe(text);
      expect(result.left).toEqual([]);
    }),
    asked,
  );
  expect(tried).toBeGreaterThan(asked.numRuns / 8);
});

test.each([
  "# A / a / # B / b",
  "# A / a / # B / b / ",
  "# A /  / a /  / # B /  / b / ",
  "# A / ",
  "# A",
  "# A / a /  /  / ",
])("in %s nothing of an inserted section stays", (document) => {
  const text = linesOf(document);
  for (const position of ["before", "after", "first_child", "last_child"] as const)
    for (const pick of [0, 1]) {
      const result = insertAndDelete(text, pick, "# New\n\ntext", position);
      if (result === null) continue;
      expect([position, result.deleted.text]).toEqual([position, text]);
      expect(result.left).toEqual([]);
    }
});

test("other pending edits near a deleted section stay as they are", () => {
  const text = "# A\na\n# B\nb\n";
  const outline = parseOutline(text);
  const [anchor] = listSections(outline);
  if (!anchor) throw new Error("no section");
  const inserted = insertSection(text, outline, anchor, { content: "# New\n\ntext", position: "after" });
  if (inserted.status === "refused") throw new Error(inserted.message);
  const changed = { from: 4, to: 5, insert: "other" };
  const [edit] = inserted.changes;
  const pending = addAgentEdits([], reviewed(text), [changed, ...(edit ? [edit] : [])], "1");
  const now = `${text.slice(0, 4)}other${inserted.text.slice(5)}`;
  const fresh = parseOutline(now);
  const section = listSections(fresh).find(({ title }) => title === "New");
  if (!section) throw new Error("no new section");
  const deleted = deleteSection(now, fresh, section, { includeChildren: true, pending });
  expect(deleted.text).toBe("# A\nother\n# B\nb\n");
});

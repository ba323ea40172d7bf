import fc from "fast-check";
import { expect, it } from "vitest";
import { fewer } from "../../../../core/text/texts.fixture";
import { editGlossary, type GlossaryEdit } from "./edit-glossary";
import { type GlossaryTerm, readGlossary } from "./glossary";

const text =
  "# Terms\n\nKeep to these.\n\n| Term | Translation | Note | Since |\n|---|---|---|---|\n| 王 | King | title | ch. 1 |\n\n- 剑 = sword # steel\n\nThe end.\n";
const entry = (term: string, translation: string, note = "") => ({ term, translation, note });

it("a term is changed in its own line and format, and all other lines stay", () => {
  const edited = editGlossary(text, [
    { edit: "set", at: 1, entry: entry("剑", "blade", "steel") },
    { edit: "add", entry: entry("盾", "shield") },
  ]);
  expect(edited).toBe(text.replace("- 剑 = sword # steel\n", "- 剑 = blade # steel\n- 盾 = shield\n"));
  expect(editGlossary(text, [{ edit: "remove", at: 0 }])).toBe(text.replace("| 王 | King | title | ch. 1 |\n", ""));
});

it("a term that its line cannot hold becomes a table row; the first term of a glossary starts a table below the text", () => {
  const edited = editGlossary(text, [{ edit: "set", at: 1, entry: entry("a=b", "c", "x") }]) ?? "";
  expect(readGlossary(edited)[1]).toEqual(entry("a=b", "c", "x"));
  expect(editGlossary("", [{ edit: "add", entry: entry("a", "b") }])).toBe(
    "| Term | Translation | Note |\n|---|---|---|\n| a | b |  |\n",
  );
  expect(editGlossary("Notes only.\n", [{ edit: "add", entry: entry("a", "b") }])).toMatch(/^Notes only\.\n\n\| Term/);
});

it("editing a term that does not exist changes nothing", () => {
  expect(editGlossary(text, [{ edit: "set", at: 2, entry: entry("a", "b") }])).toBeNull();
  expect(
    editGlossary(text, [
      { edit: "remove", at: 0 },
      { edit: "remove", at: 0 },
    ]),
  ).toBeNull();
});

it("after any edits the terms read as edited, and lines without a term stay", () => {
  const word = fc.stringMatching(/^[a-z王=|#:\\→-]{1,6}$/);
  const made = fc.record({ term: word, translation: word, note: fc.constantFrom("", "n", "a # b") });
  const line = fc.oneof(
    fc.constantFrom("", "# Heading", "Some words", "| T | U | N |", "|---|---|---|"),
    made.map(
      ({ term, translation, note }) =>
        `| ${[term, translation, note].map((cell) => cell.replace(/[\\|]/g, "\\$&")).join(" | ")} |`,
    ),
    fc.constantFrom("- a = b", "c → d", "e: f # g"),
  );
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      made,
      fc.nat(),
      fc.constantFrom("add", "set", "remove"),
      (lines, next, at, kind) => {
        const before = lines.join("\n");
        const terms = readGlossary(before);
        if (kind !== "add" && terms.length === 0) return;
        const where = terms.length === 0 ? 0 : at % terms.length;
        const edit: GlossaryEdit =
          kind === "add"
            ? { edit: "add", entry: next }
            : kind === "set"
              ? { edit: "set", at: where, entry: next }
              : { edit: "remove", at: where };
        const expected =
          kind === "add" ? [...terms, next] : kind === "set" ? terms.with(where, next) : terms.toSpliced(where, 1);
        const trimmed = (each: GlossaryTerm) => ({
          term: each.term.trim(),
          translation: each.translation.trim(),
          note: each.note.trim(),
        });
        expect(readGlossary(editGlossary(before, [edit]) ?? "").map(trimmed)).toEqual(expected.map(trimmed));
      },
    ),
    fewer(300),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { listSections, parseOutline } from "../markdown/sections";
import { renameHeading } from "./rename-heading";

/** The text after the heading on a line gets another title, or why it does not. */
function renamed(text: string, line: number, source: string, title: string): string {
  const result = renameHeading(text, { line, source, title });
  return result.status === "renamed" ? result.text : result.status;
}

test("only the title changes, in every notation of the heading", () => {
  expect(renamed("  ##  Old  ##  \n\nx\n", 1, "Old", "New *one*")).toBe("  ##  New *one*  ##  \n\nx\n");
  expect(renamed("---\nt: 1\n---\n# A\n", 4, "A", "B")).toBe("---\nt: 1\n---\n# B\n");
  expect(renamed("One\n  two  \n===\n", 1, "One\ntwo", "Three")).toBe("Three  \n===\n");
  expect(renamed("#\n", 1, "", "New")).toBe("# New\n");
});

test("a line that is not the expected heading, or would not stay one, is left alone", () => {
  expect(renamed("# A\n", 1, "B", "C")).toBe("changed");
  expect(renamed("# A\n\ntext\n", 3, "text", "C")).toBe("changed");
  expect(renamed("# A\n", 1, "A", " \n ")).toBe("empty");
  expect(renamed("A\n===\n", 1, "A", "> B")).toBe("odd");
  expect(renamed("# A\n", 1, "A", "B #")).toBe("odd");
});

test("whatever the new title, the other headings stay as they are", () => {
  const text = "# A\n\nx\n\nB\n---\n\n### C\n\n- y\n";
  const titles = (from: string) => listSections(parseOutline(from)).map(({ title, level }) => `${level} ${title}`);
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.constantFrom([1, "A"], [5, "B"], [8, "C"]),
      (title, [line, source]) => {
        const result = renameHeading(text, { line: line as number, source: source as string, title });
        if (result.status !== "renamed") return;
        const at = ["A", "B", "C"].indexOf(source as string);
        const [before, after] = [titles(text), titles(result.text)];
        expect(after.toSpliced(at, 1)).toEqual(before.toSpliced(at, 1));
        expect(result.text.length - text.length).toBe(
          result.change.insert.length - (result.change.to - result.change.from),
        );
      },
    ),
  );
});

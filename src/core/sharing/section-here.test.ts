import { expect, test } from "vitest";
import { sectionReader } from "./section-here";

const text = "Before.\n\n# One\n\nwords\n\n## Two\n\nmore\n\n# Three\n\nend";

test.each([
  [{ position: 0 }, null],
  [{ position: text.indexOf("words") }, "One"],
  [{ position: text.indexOf("more") }, "Two"],
  [{ position: text.length }, "Three"],
  [{ position: text.length + 50 }, "Three"],
  [{ line: 1 }, null],
  [{ line: 7 }, "Two"],
  [{ line: 11 }, "Three"],
])("at %j is the section %s", (at, title) => {
  expect(sectionReader()("a.md", text, at)).toBe(title);
});

test("a text that changed is read again, and one that has no sections or is too long has none", () => {
  const read = sectionReader();
  expect(read("a.md", "# Old\n", { line: 1 })).toBe("Old");
  expect(read("a.md", "# New\n", { line: 1 })).toBe("New");
  expect(read("a.txt", "# New\n", { line: 1 })).toBeNull();
  expect(read("a.md", `# Long\n${"x".repeat(300_000)}`, { line: 1 })).toBeNull();
});

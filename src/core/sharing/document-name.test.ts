import { describe, expect, test } from "vitest";
import { documentNameOf, isDocumentName, isSharedPath } from "./document-name";

describe("names", () => {
  test.each(["a.md", "notes/a b.md", "第三 文档.md", "a/b/c"])("%s may be shared", (path) => {
    expect(isSharedPath(path)).toBe(true);
    expect(isDocumentName(documentNameOf(path))).toBe(false);
  });

  test.each([
    "",
    "/a",
    "a/",
    "a//b",
    "..",
    "a/../b",
    "./a",
    ".git/config",
    "a/.env",
    "C:/a",
    "a\\..\\b",
    "a\0b",
    "a\n",
  ])("%j may not", (path) => {
    expect(isSharedPath(path)).toBe(false);
    expect(isDocumentName(documentNameOf(path))).toBe(false);
  });

  test.each(["con", "lpt1.md", "a.", "a ", " a", "a?", "\u202ea", "\ud800", "a".repeat(1001)])(
    "%.20j may not, since some system cannot have such a file",
    (path) => expect(isSharedPath(path)).toBe(false),
  );

  test("only the list and texts are documents", () => {
    const id = "0123456789abcdefghijklmn";
    expect(["files", documentNameOf(id)].map(isDocumentName)).toEqual([true, true]);
    const others = ["text/", `other/${id}`, "", "files/a", `text/${id}x`, `text/${id.toUpperCase()}`];
    expect(others.map(isDocumentName)).toEqual(others.map(() => false));
  });
});

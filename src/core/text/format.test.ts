import { expect, it } from "vitest";
import { formatOf, officeFormatOf } from "./format";

it.each(["a.md", "/b/README.MD", "x.markdown", "x.qmd", "x.Rmd", "C:\\n.mdx", ".md"])("%s is Markdown", (path) => {
  expect(formatOf(path)).toBe("markdown");
});

it.each(["a.txt", "README", "md", "a.md.bak", "a.md/b", "notes.mdb"])("%s is text", (path) => {
  expect(formatOf(path)).toBe("text");
});

it("an Office package is recognized by its extension", () => {
  expect(["a.docx", "B.XLSX", "c.pptx", "d.odt", "e.ods", "f.odp"].map(officeFormatOf)).toEqual([
    "docx",
    "xlsx",
    "pptx",
    "odt",
    "ods",
    "odp",
  ]);
  expect(["a.doc", "docx", "a.docx.md", "a.odg"].map(officeFormatOf)).toEqual([null, null, null, null]);
});

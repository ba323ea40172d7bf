import { expect, it } from "vitest";
import { formatOf, isBinaryName, isMacroName, officeFormatOf, opensInProgram } from "./format";

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
  const others = "docm dotx dotm xlsm xltx xltm pptm potx potm ppsx ppsm".split(" ").map((each) => `a.${each}`);
  expect(others.map((name) => officeFormatOf(name)?.[0]).join("")).toBe("dddxxxppppp");
  expect(others.every(isBinaryName)).toBe(true);
  expect(others.filter(isMacroName)).toEqual(
    "docm dotm xlsm xltm pptm potm ppsm".split(" ").map((each) => `a.${each}`),
  );
  expect(others.some(opensInProgram)).toBe(false);
  expect(["a.doc", "a.constructor", "docx", "a.docx.md", "a.odg"].map(officeFormatOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

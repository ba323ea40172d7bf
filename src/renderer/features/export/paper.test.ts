import { expect, test } from "vitest";
import { pageRules, usualPaper } from "./paper";

test("the default paper size follows the region", () => {
  expect(usualPaper(["en-US", "en"])).toBe("Letter");
  expect(usualPaper(["de", "fr-CA"])).toBe("Letter");
  expect(usualPaper(["zh-Hans-CN"])).toBe("A4");
  expect(usualPaper(["en-GB", "en-US"])).toBe("A4");
  expect(usualPaper([])).toBe("A4");
});

test("the print styles contain size, margins and, if enabled, page numbers and the title", () => {
  const paper = {
    size: "A5",
    isLandscape: true,
    margins: "narrow",
    hasNumbers: true,
    hasHeader: false,
    hyphenates: false,
  } as const;
  expect(pageRules(paper, "T")).toContain("@page { size: A5 landscape; margin: 13mm 13mm; @bottom-center");
  const plain = pageRules({ ...paper, isLandscape: false, hasNumbers: false }, "T");
  expect(plain).toContain("@page { size: A5; margin: 13mm 13mm;   }");
  expect(plain).not.toContain("@top-center");
  const headed = pageRules({ ...paper, hasHeader: true }, 'A "title" </style>');
  expect(headed).toContain('@top-center { content: "A \\22 title\\22  \\3c /style\\3e ";');
  expect(headed).toContain("@page :first { @top-center { content: none } }");
});

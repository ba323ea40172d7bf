import { expect, test } from "vitest";
import { paperStyles, usualPaper } from "./paper";

test("the default paper size follows the region", () => {
  expect(usualPaper(["en-US", "en"])).toBe("Letter");
  expect(usualPaper(["de", "fr-CA"])).toBe("Letter");
  expect(usualPaper(["zh-Hans-CN"])).toBe("A4");
  expect(usualPaper(["en-GB", "en-US"])).toBe("A4");
  expect(usualPaper([])).toBe("A4");
});

test("the print styles contain size, margins and, if enabled, page numbers", () => {
  const paper = { size: "A5", isLandscape: true, margins: "narrow", hasNumbers: true } as const;
  expect(paperStyles(paper)).toContain("@page { size: A5 landscape; margin: 13mm 13mm; @bottom-center");
  expect(paperStyles({ ...paper, isLandscape: false, hasNumbers: false })).toContain(
    "@page { size: A5; margin: 13mm 13mm;  }",
  );
});

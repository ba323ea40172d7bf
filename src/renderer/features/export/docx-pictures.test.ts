import { expect, test } from "vitest";
import { pictureSize } from "./docx-pictures";

test("a picture keeps its proportions at the width that the document gives it", () => {
  const own = { width: 120, height: 60 };
  const size = (width: string | null, height: string | null) => pictureSize({ width, height }, own);
  expect(size("60", null)).toEqual({ width: 60, height: 30 });
  expect(size("200", "200")).toEqual({ width: 200, height: 100 });
  expect(size(null, "30")).toEqual({ width: 60, height: 30 });
  expect(size("50%", null)).toEqual({ width: 300, height: 150 });
  expect(size(null, null)).toEqual(own);
  expect(size("0", "x")).toEqual(own);
});

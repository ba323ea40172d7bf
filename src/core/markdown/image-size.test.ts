import { expect, test } from "vitest";
import { imageSize } from "./image-size";

test("the size of an image is the end of its label", () => {
  expect(imageSize("Sized|200")).toEqual({ alt: "Sized", width: 200, height: null });
  expect(imageSize("a|b|300x150")).toEqual({ alt: "a|b", width: 300, height: 150 });
  expect(imageSize("120")).toEqual({ alt: "", width: 120, height: null });
  expect(imageSize("Figure 3")).toEqual({ alt: "Figure 3", width: null, height: null });
  expect(imageSize("a|b")).toEqual({ alt: "a|b", width: null, height: null });
});

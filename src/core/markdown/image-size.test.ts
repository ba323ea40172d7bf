import { expect, test } from "vitest";
import { imageSize, sizeEdit } from "./image-size";

test("the size of an image is the end of its label", () => {
  expect(imageSize("Sized|200")).toEqual({ alt: "Sized", width: 200, height: null });
  expect(imageSize("a|b|300x150")).toEqual({ alt: "a|b", width: 300, height: 150 });
  expect(imageSize("120")).toEqual({ alt: "", width: 120, height: null });
  expect(imageSize("Figure 3")).toEqual({ alt: "Figure 3", width: null, height: null });
  expect(imageSize("a|b")).toEqual({ alt: "a|b", width: null, height: null });
});

test("a width is written behind the label, and nothing else of it changes", () => {
  const written = (label: string, width: number | null, bar: "|" | "\\|" = "|") => {
    const edit = sizeEdit(label, width, bar);
    return edit === null ? label : label.slice(0, edit.from) + edit.insert + label.slice(edit.to);
  };
  expect(written("a", 200)).toBe("a|200");
  expect(written("", 200)).toBe("|200");
  expect(written("|shown", 200)).toBe("|shown|200");
  expect(written("a|300x150", 200)).toBe("a|200");
  expect(written("a|300 ", 200)).toBe("a|200 ");
  expect(written("120", 200)).toBe("200");
  expect(written("Figure 3", 200)).toBe("Figure 3|200");
  expect(written("a", 80, "\\|")).toBe("a\\|80");
  expect(written("a\\|90", 80, "\\|")).toBe("a\\|80");
  expect(written("a|90", null)).toBe("a");
  expect(written("|90", null)).toBe("");
  expect(written("a\\|90x20", null)).toBe("a");
  expect(written("a", null)).toBe("a");
});

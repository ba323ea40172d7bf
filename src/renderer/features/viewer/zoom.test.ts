import { expect, test } from "vitest";
import { neighbour, scaleToFit, zoomStep } from "./zoom";

test("zooming goes through the steps and stays at the ends", () => {
  expect(zoomStep(1, "in")).toBe(1.25);
  expect(zoomStep(1, "out")).toBe(0.75);
  expect(zoomStep(0.9, "in")).toBe(1);
  expect(zoomStep(0.999, "in")).toBe(1.25);
  expect(zoomStep(16, "in")).toBe(16);
  expect(zoomStep(0.05, "out")).toBe(0.05);
});

test("a large image is made smaller to fit, and a small one is not enlarged", () => {
  expect(scaleToFit({ width: 2000, height: 500 }, { width: 1000, height: 1000 })).toBe(0.5);
  expect(scaleToFit({ width: 500, height: 4000 }, { width: 1000, height: 1000 })).toBe(0.25);
  expect(scaleToFit({ width: 10, height: 10 }, { width: 1000, height: 1000 })).toBe(1);
});

test("the next image goes round, and an image alone in its folder has none", () => {
  const images = ["/a.png", "/b.png", "/c.png"];
  expect(neighbour(images, "/a.png", 1)).toBe("/b.png");
  expect(neighbour(images, "/a.png", -1)).toBe("/c.png");
  expect(neighbour(images, "/gone.png", 1)).toBe("/a.png");
  expect(neighbour(["/a.png"], "/a.png", 1)).toBeNull();
  expect(neighbour([], "/a.pdf", 1)).toBeNull();
});

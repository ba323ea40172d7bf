import { expect, test } from "vitest";
import type { PreviewPassages } from "../../workbench/api/feature-stores";
import { createPreviewModes } from "./preview-modes";

const source = (line: number) => ({ topLine: () => ({ line, below: 0 }) });
const view = (line: number) => ({
  position: () => ({ line, below: 3 }),
  run: () => {},
  passages: {} as PreviewPassages,
});

test("the position moves from the editor to the preview and back", () => {
  const modes = createPreviewModes();
  modes.toggle("a", source(12));
  expect([modes.isPreview("a"), modes.isPreview("b")]).toEqual([true, false]);
  expect(modes.takePosition("a")).toEqual({ line: 12, below: 0 });
  expect(modes.takePosition("a")).toBeNull();
  modes.opened("a", view(40));
  modes.toggle("a", source(1));
  expect(modes.isPreview("a")).toBe(false);
  expect(modes.takePosition("a")).toEqual({ line: 40, below: 3 });
});

test("a preview that closes stores its position for the next one", () => {
  const modes = createPreviewModes();
  modes.toggle("a", source(1));
  modes.takePosition("a");
  const closed = modes.opened("a", view(77));
  closed();
  expect(modes.view("a")).toBeNull();
  expect(modes.takePosition("a")).toEqual({ line: 77, below: 3 });
});

test("the selections of two previews are independent", () => {
  const modes = createPreviewModes();
  modes.select("a", 12);
  modes.select("b", 3);
  modes.select("b", 0);
  expect([...modes.$selected.get()]).toEqual([["a", 12]]);
  modes.select("a", 0);
  expect(modes.$selected.get().size).toBe(0);
});

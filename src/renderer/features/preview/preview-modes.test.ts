import { expect, test } from "vitest";
import { createReadingModes } from "./preview-modes";

const canvas = (line: number) => ({ topPlace: () => ({ line, below: 0 }) });
const view = (line: number) => ({ place: () => ({ line, below: 3 }), run: () => {} });

test("the position moves from the editor to the preview and back", () => {
  const modes = createReadingModes();
  modes.toggle("a", canvas(12));
  expect([modes.isReading("a"), modes.isReading("b")]).toEqual([true, false]);
  expect(modes.takePlace("a")).toEqual({ line: 12, below: 0 });
  expect(modes.takePlace("a")).toBeNull();
  modes.opened("a", view(40));
  modes.toggle("a", canvas(1));
  expect(modes.isReading("a")).toBe(false);
  expect(modes.takePlace("a")).toEqual({ line: 40, below: 3 });
});

test("a preview that closes stores its position for the next one", () => {
  const modes = createReadingModes();
  modes.toggle("a", canvas(1));
  modes.takePlace("a");
  const closed = modes.opened("a", view(77));
  closed();
  expect(modes.view("a")).toBeNull();
  expect(modes.takePlace("a")).toEqual({ line: 77, below: 3 });
});

test("the selections of two previews are independent", () => {
  const modes = createReadingModes();
  modes.select("a", 12);
  modes.select("b", 3);
  modes.select("b", 0);
  expect([...modes.$selected.get()]).toEqual([["a", 12]]);
  modes.select("a", 0);
  expect(modes.$selected.get().size).toBe(0);
});

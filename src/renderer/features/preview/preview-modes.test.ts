import { expect, test } from "vitest";
import { createReadingModes } from "./preview-modes";

const canvas = (line: number) => ({ topPlace: () => ({ line, below: 0 }) });
const view = (line: number) => ({ place: () => ({ line, below: 3 }), run: () => {} });

test("the place goes along from the text to the view and back", () => {
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

test("a view that closes as another tab comes to the front leaves its place for the next", () => {
  const modes = createReadingModes();
  modes.toggle("a", canvas(1));
  modes.takePlace("a");
  const closed = modes.opened("a", view(77));
  closed();
  expect(modes.view("a")).toBeNull();
  expect(modes.takePlace("a")).toEqual({ line: 77, below: 3 });
});

test("what is selected in one reading view says nothing of another, nor does its end", () => {
  const modes = createReadingModes();
  modes.select("a", 12);
  modes.select("b", 3);
  modes.select("b", 0);
  expect([...modes.$selected.get()]).toEqual([["a", 12]]);
  modes.select("a", 0);
  expect(modes.$selected.get().size).toBe(0);
});

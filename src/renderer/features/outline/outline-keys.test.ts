import { describe, expect, it } from "vitest";
import { outlineRows } from "../../editor/outline/outline-rows";
import { OutlineService } from "../../editor/outline/outline-service";
import { dropAt, type OutlineState, outlineStep, typedTitle } from "./outline-keys";

// Rows: 0 A, 1 Ab, 2 Abc, 3 Be, 4 C
const text = "# A\n\n## Ab\n\n### Abc\n\n## Be\n\n# C\n";
const standing = (selected: number, ...collapsed: number[]): OutlineState => ({
  rows: outlineRows(new OutlineService(text).packed()),
  collapsed: new Set(collapsed),
  selected,
});
const press = (key: string, selected: number, ...collapsed: number[]) =>
  outlineStep(standing(selected, ...collapsed), key, 3);

describe("keys in the outline", () => {
  it("move through the visible rows", () => {
    expect(press("ArrowDown", 1, 1)).toEqual({ do: "select", row: 3 });
    expect(press("ArrowUp", 3, 1)).toEqual({ do: "select", row: 1 });
    expect(press("ArrowUp", 0)).toBeNull();
    expect(press("ArrowUp", -1)).toEqual({ do: "select", row: 4 });
    expect(press("ArrowDown", -1)).toEqual({ do: "select", row: 0 });
    expect(press("Home", 3)).toEqual({ do: "select", row: 0 });
    expect(press("End", 0, 0)).toEqual({ do: "select", row: 4 });
    expect(press("PageDown", 0)).toEqual({ do: "select", row: 2 });
    expect(press("PageUp", 4)).toEqual({ do: "select", row: 2 });
  });

  it("collapse and expand rows, and move to parent and child", () => {
    expect(press("ArrowRight", 0, 0)).toEqual({ do: "expand", rows: [0] });
    expect(press("ArrowRight", 0)).toEqual({ do: "select", row: 1 });
    expect(press("ArrowRight", 4)).toBeNull();
    expect(press("ArrowLeft", 0)).toEqual({ do: "collapse", rows: [0] });
    expect(press("ArrowLeft", 2)).toEqual({ do: "select", row: 1 });
    expect(press("ArrowLeft", 1, 1)).toEqual({ do: "select", row: 0 });
    expect(press("ArrowLeft", 4)).toBeNull();
    expect(press("*", 3, 1)).toEqual({ do: "expand", rows: [1] });
  });

  it("find visible titles as they are typed", () => {
    expect(typedTitle(standing(0), "a")).toBe(1);
    expect(typedTitle(standing(4), "a")).toBe(0);
    expect(typedTitle(standing(1), "ab")).toBe(1);
    expect(typedTitle(standing(1), "abc")).toBe(2);
    expect(typedTitle(standing(1, 1), "abc")).toBe(-1);
    expect(typedTitle(standing(0), "z")).toBe(-1);
  });
});

describe("dropping a section", () => {
  it("goes before, into or after the row under the pointer", () => {
    expect(dropAt(standing(-1), 4, 3.1)).toEqual({ position: "before", anchor: 3, line: 3 });
    expect(dropAt(standing(-1), 4, 3.5)).toEqual({ position: "into", anchor: 3, line: 3 });
    expect(dropAt(standing(-1), 4, 3.9)).toEqual({ position: "after", anchor: 3, line: 4 });
  });

  it("goes to the first child below an expanded section, after a collapsed one, and to the end below all rows", () => {
    expect(dropAt(standing(-1), 4, 0.9)).toEqual({ position: "before", anchor: 1, line: 1 });
    expect(dropAt(standing(-1, 0), 4, 0.9)).toEqual({ position: "after", anchor: 0, line: 1 });
    expect(dropAt(standing(-1), 0, 9)).toEqual({ position: "after", anchor: 4, line: 5 });
  });

  it("is not possible into itself or above the outline", () => {
    expect(dropAt(standing(-1), 0, 2.5)).toBeNull();
    expect(dropAt(standing(-1), 0, 0.5)).toBeNull();
    expect(dropAt(standing(-1), 4, -0.2)).toBeNull();
  });
});

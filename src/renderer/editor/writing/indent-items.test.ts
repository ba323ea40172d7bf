import { describe, expect, it } from "vitest";
import { after } from "./after.fixture";
import { shiftTab, tab } from "./indent-items";

describe("Tab", () => {
  it("nests an item below the text of the previous one", () => {
    expect(after(tab, "- a\n- b|")).toBe("- a\n  - b|");
    expect(after(tab, "1. a\n2. b|")).toBe("1. a\n   1. b|");
    expect(after(tab, "10. a\n11. b|")).toBe("10. a\n    1. b|");
  });

  it("moves the content of the item, and leaves its neighbours", () => {
    expect(after(tab, "- a\n- b|\n  - c\n\n  more\n- d")).toBe("- a\n  - b|\n    - c\n\n    more\n- d");
  });

  it("moves selected items together, and at most one level deeper than their parent", () => {
    expect(after(tab, "- a\n|- b\n- c|")).toBe("- a\n  |- b\n  - c|");
    expect(after(tab, "- a\n  - b|")).toBe("- a\n  - b|");
  });

  it("leaves an item that has no other above it: indented, it would become code", () => {
    expect(after(tab, "a\n\n- b|")).toBe("a\n\n- b|");
    expect(after(tab, "|- a\n- b|")).toBe("|- a\n- b|");
  });

  it("does the same behind the signs of a quote", () => {
    expect(after(tab, "> - a\n> - b|\n>   - c\n> - d")).toBe("> - a\n>   - b|\n>     - c\n> - d");
    expect(after(tab, "- x\n\n> > 1. a\n> > 2. b|\n> > 3. c")).toBe("- x\n\n> > 1. a\n> >    1. b|\n> > 2. c");
    expect(after(tab, "- x\n> - b|")).toBe("- x\n> - b|");
    expect(after(shiftTab, "> 1. a\n>    1. b|\n> 2. c")).toBe("> 1. a\n> 2. b|\n> 3. c");
  });

  it("inserts a tab elsewhere", () => {
    expect(after(tab, "a|b")).toBe("a\t|b");
  });

  it("with Shift moves the item out to the level of its parent", () => {
    expect(after(shiftTab, "1. a\n   1. b|\n      - c")).toBe("1. a\n2. b|\n   - c");
    expect(after(shiftTab, "- a|")).toBe("- a|");
  });

  it("renumbers both lists", () => {
    expect(after(tab, "1. a\n2. b|\n3. c\n4. d")).toBe("1. a\n   1. b|\n2. c\n3. d");
    expect(after(tab, "1. a\n   1. x\n2. b|\n3. c")).toBe("1. a\n   1. x\n   2. b|\n2. c");
    expect(after(shiftTab, "1. a\n   1. x\n   2. y|\n   3. z\n2. b")).toBe("1. a\n   1. x\n2. y|\n   1. z\n3. b");
  });

  it("leaves other numberings alone", () => {
    expect(after(tab, "1. a\n2. b|\n7. c")).toBe("1. a\n   1. b|\n7. c");
  });
});

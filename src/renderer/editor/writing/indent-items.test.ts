import { describe, expect, it } from "vitest";
import { after } from "./after.fixture";
import { shiftTab, tab } from "./indent-items";

describe("Tab", () => {
  it("puts an item under the words of the one before it", () => {
    expect(after(tab, "- a\n- b|")).toBe("- a\n  - b|");
    expect(after(tab, "1. a\n2. b|")).toBe("1. a\n   1. b|");
    expect(after(tab, "10. a\n11. b|")).toBe("10. a\n    1. b|");
  });

  it("takes along what is in the item, and leaves its neighbours", () => {
    expect(after(tab, "- a\n- b|\n  - c\n\n  more\n- d")).toBe("- a\n  - b|\n    - c\n\n    more\n- d");
  });

  it("moves selected items together, and goes no deeper than one under the other", () => {
    expect(after(tab, "- a\n|- b\n- c|")).toBe("- a\n  |- b\n  - c|");
    expect(after(tab, "- a\n  - b|")).toBe("- a\n  - b|");
  });

  it("elsewhere is a tab", () => {
    expect(after(tab, "a|b")).toBe("a\t|b");
  });

  it("with Shift takes the item out again, beside the one it was under", () => {
    expect(after(shiftTab, "1. a\n   1. b|\n      - c")).toBe("1. a\n2. b|\n   - c");
    expect(after(shiftTab, "- a|")).toBe("- a|");
  });

  it("counts anew where the item came to, and where it went from", () => {
    expect(after(tab, "1. a\n2. b|\n3. c\n4. d")).toBe("1. a\n   1. b|\n2. c\n3. d");
    expect(after(tab, "1. a\n   1. x\n2. b|\n3. c")).toBe("1. a\n   1. x\n   2. b|\n2. c");
    expect(after(shiftTab, "1. a\n   1. x\n   2. y|\n   3. z\n2. b")).toBe("1. a\n   1. x\n2. y|\n   1. z\n3. b");
  });

  it("leaves alone numbers that did not count on", () => {
    expect(after(tab, "1. a\n2. b|\n7. c")).toBe("1. a\n   1. b|\n7. c");
  });
});

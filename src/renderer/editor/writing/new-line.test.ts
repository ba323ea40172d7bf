import { describe, expect, it } from "vitest";
import { after } from "./after.fixture";
import { giveUpMark, joinNextBlock } from "./join-lines";
import { breakWithin, continueBlock } from "./new-line";

describe("Enter", () => {
  it("continues a list, a task or a quote", () => {
    expect(after(continueBlock, "- a|")).toBe("- a\n- |");
    expect(after(continueBlock, "* a|\n* b")).toBe("* a\n* |\n* b");
    expect(after(continueBlock, "- [x] a|")).toBe("- [x] a\n- [ ] |");
    expect(after(continueBlock, "9) a|")).toBe("9) a\n10) |");
    expect(after(continueBlock, "> a|")).toBe("> a\n> |");
    expect(after(continueBlock, "> - 中文|")).toBe("> - 中文\n> - |");
    expect(after(continueBlock, "- > a|")).toBe("- > a\n  > |");
    expect(after(continueBlock, "-   a|")).toBe("-   a\n-   |");
  });

  it("splits an item in the middle, and inserts an empty one at its start", () => {
    expect(after(continueBlock, "- a| b")).toBe("- a\n- |b");
    expect(after(continueBlock, "- |a")).toBe("- \n- |a");
    expect(after(continueBlock, "1. 你|好\n2. b")).toBe("1. 你\n2. |好\n3. b");
  });

  it("renumbers the following items, and moves nested content if a number gets longer", () => {
    expect(after(continueBlock, "1. a|\n2. b\n3. c")).toBe("1. a\n2. |\n3. b\n4. c");
    expect(after(continueBlock, "8. a|\n9. b\n   more\n   - x\n10. c")).toBe(
      "8. a\n9. |\n10. b\n    more\n    - x\n11. c",
    );
    expect(after(continueBlock, "1. a|\n\n2. b\n\ntext\n\n3. c")).toBe("1. a\n2. |\n\n3. b\n\ntext\n\n3. c");
  });

  it("leaves other numberings alone", () => {
    expect(after(continueBlock, "1. a\n1. b|\n1. c")).toBe("1. a\n1. b\n1. |\n1. c");
    expect(after(continueBlock, "1. a|\n5. b")).toBe("1. a\n2. |\n5. b");
    expect(after(continueBlock, "1. a|\n2) b")).toBe("1. a\n2. |\n2) b");
  });

  it("in an empty item moves it out one level, and finally ends the list", () => {
    expect(after(continueBlock, "- a\n  - |")).toBe("- a\n- |");
    expect(after(continueBlock, "1. a\n   - |")).toBe("1. a\n2. |");
    expect(after(continueBlock, "- a\n- |")).toBe("- a\n\n|");
    expect(after(continueBlock, "- [ ] a\n- [ ] |")).toBe("- [ ] a\n\n|");
    expect(after(continueBlock, "> a\n> |")).toBe("> a\n\n|");
    expect(after(continueBlock, "> - a\n> - |")).toBe("> - a\n>\n> |");
  });

  it("separates what follows a list or quote by a blank line, once", () => {
    expect(after(continueBlock, "- a\n\n- |")).toBe("- a\n\n|");
    expect(after(continueBlock, "> - a\n>\n> |")).toBe("> - a\n\n|");
    expect(after(continueBlock, "> a\n>\n> |")).toBe("> a\n\n|");
    expect(after(continueBlock, "> > a\n> > |")).toBe("> > a\n>\n> |");
    expect(after(continueBlock, "- > a\n  > |")).toBe("- > a\n\n  |");
    expect(after(continueBlock, "- |")).toBe("|");
    expect(after(continueBlock, "- > |")).toBe("- |");
    expect(after(continueBlock, "1. a\n2. |\n3. b\n4. c")).toBe("1. a\n\n|\n\n2. b\n3. c");
    expect(after(continueBlock, "1. a\n2. |\n3. ‖\n4. c\n5. d")).toContain("4. c\n5. d");
    expect(after(continueBlock, "1. a\n2. |\n5. b")).toBe("1. a\n\n|\n\n5. b");
    expect(after(continueBlock, "> a\n> |\n> b")).toBe("> a\n\n|\n\n> b");
    expect(after(continueBlock, "- a\n- |\n\nb")).toBe("- a\n\n|\n\nb");
  });

  it("in an empty line below a paragraph of an item goes out of it, one level at a time", () => {
    expect(after(continueBlock, "- a\n\n  b\n\n  |")).toBe("- a\n\n  b\n\n|");
    expect(after(continueBlock, "- a\n  - b\n\n    c\n\n    |\n\nd")).toBe("- a\n  - b\n\n    c\n\n  |\n\nd");
    expect(after(continueBlock, "- a\n  |")).toBeNull();
    expect(after(continueBlock, "a\n\n  |")).toBeNull();
  });

  it("after the closing fence of indented code begins at the margin, but in an item goes on there", () => {
    expect(after(continueBlock, "  ```\n  a\n  ```|\nb")).toBe("  ```\n  a\n  ```\n|\nb");
    expect(after(continueBlock, " ~~~\n ~~~|")).toBe(" ~~~\n ~~~\n|");
    expect(after(continueBlock, "- x\n\n  ```\n  a\n  ```|")).toBeNull();
    expect(after(continueBlock, "  ```|")).toBeNull();
    expect(after(continueBlock, "  ````\n  ```|\n  ````")).toBeNull();
  });

  it("is left to the editor in prose, code, thematic breaks, front matter and before the marker", () => {
    expect(after(continueBlock, "a|")).toBeNull();
    expect(after(continueBlock, "|- a")).toBeNull();
    expect(after(continueBlock, "```\n- a|\n```")).toBeNull();
    expect(after(continueBlock, "---\n- a|\n---\n")).toBeNull();
    expect(after(continueBlock, "- - -|")).toBeNull();
    expect(after(continueBlock, "in the year\n1984. It|")).toBeNull();
  });

  it("continues at every cursor", () => {
    expect(after(continueBlock, "- a|\n\ntext\n\n- b‖")).toBe("- a\n- |\n\ntext\n\n- b\n- ‖");
  });
});

describe("Backspace at the start of an item's text", () => {
  it("removes the checkbox, then the marker", () => {
    expect(after(giveUpMark, "- [ ] |a")).toBe("- |a");
    expect(after(giveUpMark, "- |a")).toBe("|a");
    expect(after(giveUpMark, "> |a")).toBe("|a");
    expect(after(giveUpMark, "## |a")).toBe("|a");
  });

  it("first moves a nested item out, with its content", () => {
    expect(after(giveUpMark, "- a\n  - |b\n    - c")).toBe("- a\n- |b\n  - c");
  });

  it("does the same before the marker, where joining the lines would put it into the text above", () => {
    expect(after(giveUpMark, "- one\n|- two")).toBe("- one\n\n|two");
    expect(after(giveUpMark, "- one\n|  - two")).toBe("- one\n|- two");
    expect(after(giveUpMark, "one\n\n|> two")).toBe("one\n\n|two");
    expect(after(giveUpMark, "- one\n|two")).toBeNull();
  });

  it("keeps the text apart from what is above and below, which it would become a part of", () => {
    expect(after(giveUpMark, "- one\n- |two\n- three")).toBe("- one\n\n|two\n\n- three");
    expect(after(giveUpMark, "1. one\n2. |two\n3. three")).toBe("1. one\n\n|two\n\n3. three");
    expect(after(giveUpMark, "> a\n> |b\n> c")).toBe("> a\n\n|b\n\n> c");
    expect(after(giveUpMark, "> - a\n> - |b")).toBe("> - a\n>\n> |b");
    expect(after(giveUpMark, "> > a\n> > |b")).toBe("> > a\n>\n> |b");
    expect(after(giveUpMark, "- a\n- > |b")).toBe("- a\n- |b");
    expect(after(giveUpMark, "# a\n- |b\n\nc")).toBe("# a\n|b\n\nc");
    expect(after(giveUpMark, "- a\n\n- |b")).toBe("- a\n\n|b");
    expect(after(giveUpMark, "- [x] a\n- [ ] |b")).toBe("- [x] a\n- |b");
  });

  it("joins a line that continues an item, and moves a paragraph out of the item", () => {
    expect(after(giveUpMark, "- a\n  |b")).toBe("- a|b");
    expect(after(giveUpMark, "- a\n\n  |b")).toBe("- a\n\n|b");
    expect(after(giveUpMark, "- a\n  - b\n\n    |c")).toBe("- a\n  - b\n\n  |c");
    expect(after(giveUpMark, "a\n  |b")).toBeNull();
    expect(after(giveUpMark, "- a\n  ```\n  |b\n  ```")).toBeNull();
  });

  it("is left to the editor elsewhere", () => {
    expect(after(giveUpMark, "- a|")).toBeNull();
    expect(after(giveUpMark, "a|")).toBeNull();
    expect(after(giveUpMark, "```\n- |a\n```")).toBeNull();
  });
});

describe("Delete at the end of a line", () => {
  it("joins the next item, quote or heading without its markers", () => {
    expect(after(joinNextBlock, "- one|\n- two")).toBe("- one|two");
    expect(after(joinNextBlock, "- one|\n  - [x] two\n- three")).toBe("- one|two\n- three");
    expect(after(joinNextBlock, "> a|\n> b")).toBe("> a|b");
    expect(after(joinNextBlock, "> - a|\n> - b")).toBe("> - a|b");
    expect(after(joinNextBlock, "a|\n## b")).toBe("a|b");
    expect(after(joinNextBlock, "- one|\n  more")).toBe("- one|more");
  });

  it("is left to the editor elsewhere", () => {
    for (const text of ["a|\nb", "a|b\n- c", "|\n- a", "- a|\n\n- b", "```\na|\n- b\n```", "a|\n```\n- b\n```", "- a|"])
      expect(after(joinNextBlock, text), text).toBeNull();
  });
});

describe("Shift+Enter", () => {
  it("breaks the line within an item or a quote", () => {
    expect(after(breakWithin, "- a|b")).toBe("- a\n  |b");
    expect(after(breakWithin, "12. a|")).toBe("12. a\n    |");
    expect(after(breakWithin, "- [ ] a|")).toBe("- [ ] a\n  |");
    expect(after(breakWithin, "> a| b")).toBe("> a\n> |b");
    expect(after(breakWithin, "> - a|")).toBe("> - a\n>   |");
    expect(after(breakWithin, "- > a|")).toBe("- > a\n  > |");
  });

  it("is left to the editor elsewhere", () => {
    for (const text of ["a|", "|- a", "- - -|", "```\n- a|\n```"]) expect(after(breakWithin, text), text).toBeNull();
  });
});

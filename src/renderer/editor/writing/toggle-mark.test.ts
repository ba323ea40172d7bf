import { describe, expect, it } from "vitest";
import { after } from "./after.fixture";
import { toggleMark } from "./toggle-mark";

const bold = toggleMark("**");
const italic = toggleMark("*");
const code = toggleMark("`");
const struck = toggleMark("~~");

describe("marks", () => {
  it("go around what is selected, or the word at the cursor, and away again", () => {
    expect(after(bold, "a |b c| d")).toBe("a **|b c|** d");
    expect(after(bold, "a **|b c|** d")).toBe("a |b c| d");
    expect(after(italic, "one tw|o")).toBe("one *tw|o*");
    expect(after(italic, "one *tw|o*")).toBe("one tw|o");
    expect(after(struck, "a |b| c")).toBe("a ~~|b|~~ c");
    expect(after(struck, "a ~~|b|~~ c")).toBe("a |b| c");
  });

  it("keep apart strong and emphasis", () => {
    expect(after(italic, "**|b|**")).toBe("***|b|***");
    expect(after(italic, "***|b|***")).toBe("**|b|**");
    expect(after(bold, "***|b|***")).toBe("*|b|*");
  });

  it("go away when they are selected too, and when they are the other ones", () => {
    expect(after(bold, "a |**b**| c")).toBe("a |b| c");
    expect(after(bold, "a __b|c__ d")).toBe("a b|c d");
    expect(after(italic, "a _b|c_ d")).toBe("a b|c d");
  });

  it("stand without a word around the cursor, and go away when nothing was written", () => {
    expect(after(bold, "a | b")).toBe("a **|** b");
    expect(after(bold, "a **|** b")).toBe("a | b");
    expect(after(italic, "a | b")).toBe("a *|* b");
    expect(after(code, "|")).toBe("`|`");
  });

  it("leave out the blanks at the ends of a selection", () => {
    expect(after(bold, "a| b |c")).toBe("a **|b|** c");
  });

  it("go around each block of a selection, behind its marks", () => {
    expect(after(bold, "|# One\n\n- two\n- [ ] three\n> four|")).toBe(
      "# **|One**\n\n- **two**\n- [ ] **three**\n> **four|**",
    );
    expect(after(bold, "# |**One**\n\n- **two|**")).toBe("# |One\n\n- two|");
  });

  it("go around a paragraph of several lines once", () => {
    expect(after(bold, "|one\ntwo\n\nthree|")).toBe("**|one\ntwo**\n\n**three|**");
  });

  it("take from a marked stretch only what is selected of it", () => {
    expect(after(bold, "**one |two| three**")).toBe("**one** |two| **three**");
    expect(after(bold, "**one |two|**")).toBe("**one** |two|");
  });

  it("grow where a selection reaches out of a marked stretch, and swallow what is in it", () => {
    expect(after(bold, "**one |two** three|")).toBe("**one |two three|**");
    expect(after(bold, "|a **b** c|")).toBe("**|a b c|**");
  });

  it("of code are as long as what is in it asks for", () => {
    expect(after(code, "a |b`c| d")).toBe("a ``|b`c|`` d");
    expect(after(code, "a |`| d")).toBe("a `` |`| `` d");
  });

  it("are set at every cursor, each once", () => {
    expect(after(bold, "on|e tw‖o")).toBe("**on|e** **tw‖o**");
    expect(after(bold, "**on|e tw‖o**")).toBe("on|e tw‖o");
  });

  it("divide a run of Chinese into words", () => {
    expect(after(bold, "我们今天|学习，明天")).toBe("我们今天**|学习**，明天");
  });

  it("mean nothing in code and front matter", () => {
    expect(after(bold, "```\na |b| c\n```")).toBeNull();
    expect(after(bold, "---\ntitle: |b| c\n---\n")).toBeNull();
  });
});

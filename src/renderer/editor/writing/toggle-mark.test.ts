import { describe, expect, it } from "vitest";
import { after } from "./after.fixture";
import { toggleMark } from "./toggle-mark";

const bold = toggleMark("**");
const italic = toggleMark("*");
const code = toggleMark("`");
const struck = toggleMark("~~");
const highlighted = toggleMark("==");

describe("toggling a mark", () => {
  it("adds it to the selection or the word at the cursor, and removes it again", () => {
    expect(after(bold, "a |b c| d")).toBe("a **|b c|** d");
    expect(after(bold, "a **|b c|** d")).toBe("a |b c| d");
    expect(after(italic, "one tw|o")).toBe("one *tw|o*");
    expect(after(italic, "one *tw|o*")).toBe("one tw|o");
    expect(after(struck, "a |b| c")).toBe("a ~~|b|~~ c");
    expect(after(highlighted, "a |b| c")).toBe("a ==|b|== c");
    expect(after(highlighted, "a ==b|== c")).toBe("a ==b==| c");
    expect(after(struck, "a ~~|b|~~ c")).toBe("a |b| c");
  });

  it("distinguishes strong and emphasis", () => {
    expect(after(italic, "**|b|**")).toBe("***|b|***");
    expect(after(italic, "***|b|***")).toBe("**|b|**");
    expect(after(bold, "***|b|***")).toBe("*|b|*");
  });

  it("removes it if the selection includes it, and in its other spelling", () => {
    expect(after(bold, "a |**b**| c")).toBe("a |b| c");
    expect(after(bold, "a __b|c__ d")).toBe("a b|c d");
    expect(after(italic, "a _b|c_ d")).toBe("a b|c d");
  });

  it("without a word inserts an empty pair, and removes that again", () => {
    expect(after(bold, "a | b")).toBe("a **|** b");
    expect(after(bold, "a **|** b")).toBe("a | b");
    expect(after(italic, "a | b")).toBe("a *|* b");
    expect(after(code, "|")).toBe("`|`");
  });

  it("before a word, and behind words without spaces, begins a mark for what is typed next", () => {
    expect(after(bold, "one |two")).toBe("one **|**two");
    expect(after(bold, "one **word|**two")).toBe("one **word**|two");
    expect(after(italic, "(|two)")).toBe("(*|*two)");
    expect(after(bold, "今天学习|")).toBe("今天学习**|**");
    expect(after(bold, "今天|学习")).toBe("今天**|**学习");
    expect(after(bold, "two|")).toBe("**two|**");
  });

  it("at the edge of marked text steps out of it, and in again, and keeps the mark", () => {
    expect(after(bold, "a **b|** c")).toBe("a **b**| c");
    expect(after(bold, "a **b**| c")).toBe("a **b|** c");
    expect(after(bold, "a **|b** c")).toBe("a |**b** c");
    expect(after(bold, "a |**b** c")).toBe("a **|b** c");
    expect(after(bold, "a __b|__ c")).toBe("a __b__| c");
    expect(after(italic, "a *b c|*")).toBe("a *b c*|");
    expect(after(code, "a `b|` c")).toBe("a `b`| c");
    expect(after(struck, "a ~~b|~~ c")).toBe("a ~~b~~| c");
    expect(after(bold, "**on|e**")).toBe("on|e");
    expect(after(bold, "**a|** **b‖**")).toBe("**a**| **b**‖");
  });

  it("leaves spaces typed at the end of marked text outside", () => {
    expect(after(bold, "a **b |**")).toBe("a **b** |");
    expect(after(italic, "> *b  |* c")).toBe("> *b*  | c");
    expect(after(code, "`b |`")).toBe("`b `|");
    expect(after(italic, "**one |**")).toBe("**one *|***");
  });

  it("ends one of two marks", () => {
    expect(after(bold, "***b|***")).toBe("***b**|*");
    expect(after(italic, "***b|***")).toBe("***b*|**");
    expect(after(bold, "***b*|**")).toBe("***b***|");
    expect(after(italic, "***b**|*")).toBe("***b***|");
    expect(after(bold, "**a *b|***")).toBe("**a *b***|");
    expect(after(italic, "**a *b|***")).toBe("**a *b*|**");
    expect(after(italic, "*a **b|***")).toBe("*a **b***|");
  });

  it("leaves out spaces at the ends of a selection", () => {
    expect(after(bold, "a| b |c")).toBe("a **|b|** c");
  });

  it("marks each block of a selection, after its markers", () => {
    expect(after(bold, "|# One\n\n- two\n- [ ] three\n> four|")).toBe(
      "# **|One**\n\n- **two**\n- [ ] **three**\n> **four|**",
    );
    expect(after(bold, "# |**One**\n\n- **two|**")).toBe("# |One\n\n- two|");
  });

  it("marks a paragraph of several lines once", () => {
    expect(after(bold, "|one\ntwo\n\nthree|")).toBe("**|one\ntwo**\n\n**three|**");
  });

  it("removes it only from the selected part of a marked range", () => {
    expect(after(bold, "**one |two| three**")).toBe("**one** |two| **three**");
    expect(after(bold, "**one |two|**")).toBe("**one** |two|");
  });

  it("extends a marked range that the selection overlaps, and removes marks inside it", () => {
    expect(after(bold, "**one |two** three|")).toBe("**one |two three|**");
    expect(after(bold, "|a **b** c|")).toBe("**|a b c|**");
  });

  it("gives code as many backticks as its content requires", () => {
    expect(after(code, "a |b`c| d")).toBe("a ``|b`c|`` d");
    expect(after(code, "a |`| d")).toBe("a `` |`| `` d");
  });

  it("extends code that the selection overlaps, and splits it", () => {
    expect(after(code, "a |b `c| d` e")).toBe("a `|b c| d` e");
    expect(after(code, "a `b |c` d| e")).toBe("a `b |c d|` e");
    expect(after(code, "|a `b` c|")).toBe("`|a b c|`");
    expect(after(code, "|a `` b`c `` d|")).toBe("``|a  b`c  d|``");
    expect(after(code, "a `one |two| three` b")).toBe("a `one` |two| `three` b");
  });

  it("leaves punctuation outside where the mark would not be one", () => {
    expect(after(bold, "你好|世界，|吗")).toBe("你好**|世界|**，吗");
    expect(after(bold, "他说|“好”|吗")).toBe("他说“**|好|**”吗");
    expect(after(highlighted, "你好|世界，|")).toBe("你好==|世界，|==");
    expect(after(bold, "a |b,| c")).toBe("a **|b,|** c");
    expect(after(bold, "注意**小心：|**")).toBe("注意**小心**：|");
    expect(after(bold, "注意**小心！ |**")).toBe("注意**小心！** |");
  });

  it("works at every cursor, once each", () => {
    expect(after(bold, "on|e tw‖o")).toBe("**on|e** **tw‖o**");
    expect(after(bold, "**on|e tw‖o**")).toBe("on|e tw‖o");
  });

  it("splits a run of Chinese into words", () => {
    expect(after(bold, "我们今天学|习，明天")).toBe("我们今天**学|习**，明天");
  });

  it("does nothing in code and front matter", () => {
    expect(after(bold, "```\na |b| c\n```")).toBeNull();
    expect(after(bold, "---\ntitle: |b| c\n---\n")).toBeNull();
  });
});

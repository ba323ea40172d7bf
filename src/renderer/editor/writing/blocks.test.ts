import { describe, expect, it } from "vitest";
import { after, markedText, stateOf } from "./after.fixture";
import { setHeading, shiftHeading } from "./headings";
import { insertFootnote, insertRule, insertTable, toggleCodeBlock } from "./insert-blocks";
import { addressOf, insertLink, linkOver } from "./link";
import { toggleList } from "./lists";
import { toggleQuote } from "./quote";
import { surroundTransaction } from "./surround";

describe("headings", () => {
  it("are made, changed and removed, and their text stays the same", () => {
    expect(after(setHeading(2), "a|b")).toBe("## a|b");
    expect(after(setHeading(3), "## a|b")).toBe("### a|b");
    expect(after(setHeading(2), "## a|b")).toBe("a|b");
    expect(after(setHeading(0), "## a|b")).toBe("a|b");
    expect(after(setHeading(1), "|")).toBe("# |");
    expect(after(setHeading(2), "> a|")).toBe("> ## a|");
    expect(after(setHeading(0), "a|b")).toBeNull();
  });

  it("with an underline get markers instead", () => {
    expect(after(setHeading(1), "Ti|tle\n---\ntext")).toBe("# Ti|tle\ntext");
    expect(after(shiftHeading("lower"), "Ti|tle\n===")).toBe("## Ti|tle");
  });

  it("move up and down a level if selected, and other lines stay", () => {
    expect(after(shiftHeading("lower"), "|# a\ntext\n## b|")).toBe("|## a\ntext\n### b|");
    expect(after(shiftHeading("raise"), "## a|")).toBe("# a|");
    expect(after(shiftHeading("raise"), "# a|")).toBeNull();
    expect(after(shiftHeading("lower"), "###### a|")).toBeNull();
  });

  it("are not made in code", () => {
    expect(after(setHeading(1), "```\na|\n```")).toBeNull();
  });
});

describe("lists", () => {
  it("are made of lines, converted and removed", () => {
    expect(after(toggleList("bullet"), "|a\nb|")).toBe("- |a\n- b|");
    expect(after(toggleList("bullet"), "|- a\n- b|")).toBe("|a\nb|");
    expect(after(toggleList("number"), "|a\n\nb|")).toBe("1. |a\n\n2. b|");
    expect(after(toggleList("number"), "|- a\n- b|")).toBe("|1. a\n2. b|");
    expect(after(toggleList("task"), "a|")).toBe("- [ ] a|");
    expect(after(toggleList("task"), "1. a|")).toBe("1. [ ] a|");
    expect(after(toggleList("task"), "- [x] a|")).toBe("- a|");
    expect(after(toggleList("bullet"), "- [x] a|")).toBe("- a|");
    expect(after(toggleList("bullet"), "> a|")).toBe("> - a|");
    expect(after(toggleList("bullet"), "|")).toBe("- |");
  });

  it("keep their levels and nested content", () => {
    expect(after(toggleList("number"), "|- a\n  more\n  - b\n- c|")).toBe("|1. a\n   more\n   1. b\n2. c|");
    expect(after(toggleList("number"), "- a|\n  more")).toBe("1. a|\n   more");
  });

  it("continue the numbers before them", () => {
    expect(after(toggleList("number"), "1. a\nb|")).toBe("1. a\n2. b|");
  });
});

describe("quotes", () => {
  it("are made of a block or of the selection, and removed", () => {
    expect(after(toggleQuote, "x\n\na|\nb\n\ny")).toBe("x\n\n> a|\n> b\n\ny");
    expect(after(toggleQuote, "> a|\n> b")).toBe("a|\nb");
    expect(after(toggleQuote, "|a\n\nb|")).toBe("> |a\n>\n> b|");
    expect(after(toggleQuote, "> > a|")).toBe("> a|");
  });
});

describe("inserting a block", () => {
  it("of code adds a fence longer than its content needs, and removes it again", () => {
    expect(after(toggleCodeBlock, "|a\nb|")).toBe("```\n|a\nb|\n```");
    expect(after(toggleCodeBlock, "|")).toBe("```|\n\n```");
    expect(after(toggleCodeBlock, "|a ``` b|")).toBe("````\n|a ``` b|\n````");
    expect(after(toggleCodeBlock, "x\n\n```js\na|\n```\n\ny")).toBe("x\n\na|\n\ny");
    expect(after(toggleCodeBlock, "> a|")).toBe("> ```\n> a|\n> ```");
  });

  it("puts it below the line, with the blank lines it needs", () => {
    expect(after(insertRule, "a|\nb")).toBe("a\n\n---\n|\nb");
    expect(after(insertTable, "a|")).toBe(
      "a\n\n| |    |     |     |\n| --- | --- | --- |\n|     |     |     |\n|     |     |     |\n",
    );
  });
});

describe("footnotes", () => {
  it("get the next free number, and their text at the end", () => {
    expect(after(insertFootnote, "a|b\n\ntext")).toBe("a[^1]b\n\ntext\n\n[^1]: |");
    expect(after(insertFootnote, "a[^1] b|\n\n[^1]: one")).toBe("a[^1] b[^2]\n\n[^1]: one\n[^2]: |");
    expect(after(insertFootnote, "a|")).toBe("a[^1]\n\n[^1]: |");
    expect(after(insertFootnote, "a|\n")).toBe("a[^1]\n\n[^1]: |");
  });

  it("lead back to their reference", () => {
    expect(after(insertFootnote, "a[^x] b\n\n[^x]: o|ne")).toBe("a[^x]| b\n\n[^x]: one");
  });
});

describe("links", () => {
  it("surround a selection, with the copied address", () => {
    expect(after(insertLink(""), "a |b c| d")).toBe("a [b c](|) d");
    expect(after(insertLink("https://x.org/a"), "a |b| d")).toBe("a [b](https://x.org/a)| d");
    expect(after(insertLink("not one"), "|")).toBe("[|]()");
    expect(after(insertLink("https://x.org/(a)"), "|b|")).toBe("[b](<https://x.org/(a)>)|");
    expect(after(insertLink(""), "|a] b|")).toBe("[a\\] b](|)");
    expect(after(insertLink(""), "|https://x.org|")).toBe("[|](https://x.org)");
  });

  it("that exist get their address selected", () => {
    expect(after(insertLink(""), "a [b|c](https://x.org) d")).toBe("a [bc](|https://x.org|) d");
  });

  it("are made from a selection by pasting an address over it, and by nothing else", () => {
    const over = (marked: string, copied: string) => {
      const state = stateOf(marked);
      const spec = linkOver(state, copied);
      return spec && markedText(state.update(spec).state);
    };
    expect(over("a |b| c", "https://x.org")).toBe("a [b](https://x.org)| c");
    expect(over("a | c", "https://x.org")).toBeNull();
    expect(over("a |b| c", "two words")).toBeNull();
    expect(over("|https://y.org|", "https://x.org")).toBeNull();
    expect(over("`|b|`", "https://x.org") === null).toBe(false);
    expect(over("```\n|b|\n```", "https://x.org")).toBeNull();
  });

  it("take web and mail addresses, but none that run code", () => {
    expect(addressOf(" https://x.org/a?b#c ")).toBe("https://x.org/a?b#c");
    expect(addressOf("mailto:a@b.org")).toBe("mailto:a@b.org");
    for (const text of [
      "javascript:alert(1)",
      "https://",
      "see https://x.org",
      "file:///etc/passwd",
      "data:text/html,x",
    ])
      expect(addressOf(text)).toBeNull();
  });
});

describe("typing over a selection", () => {
  const typed = (marked: string, text: string) => {
    const state = stateOf(marked);
    const spec = surroundTransaction(state, text, "markdown");
    return spec && markedText(state.update(spec).state);
  };
  it("puts brackets, quotation marks and Markdown marks around it", () => {
    expect(typed("a |b| c", "*")).toBe("a *|b|* c");
    expect(typed("|b|", "=")).toBe("=|b|=");
    expect(typed("|b|", "(")).toBe("(|b|)");
    expect(typed("|中文|", "「")).toBe("「|中文|」");
    expect(typed("|b|", '"')).toBe('"|b|"');
  });
  it("replaces it for other characters, and for Markdown marks in plain text", () => {
    expect(typed("|b|", "x")).toBeNull();
    expect(typed("b|", "(")).toBeNull();
    expect(surroundTransaction(stateOf("|b|"), "*", "text")).toBeNull();
  });
});

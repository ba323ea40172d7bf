import { describe, expect, it } from "vitest";
import { nearestLines } from "./nearest";

const nearest = (text: string, wanted: string) =>
  nearestLines(text, wanted, "any part").map(({ line, difference }) => `${line}: ${difference}`);

describe("the nearest line", () => {
  it.each([
    ["a\nfirst line  \nb", "first line\nb", "2: Differs in blanks at the end of the line."],
    [
      "if x:\n\treturn value\n",
      "if x:\n    return value",
      "2: Differs in the indentation. The line starts with 1 tab, the wanted text with 4 blanks.",
    ],
    ["one\ttwo three", "one two  three", "1: Differs in blanks (tabs, several blanks, no-break spaces)."],
    ["He said “hello” to me", 'He said "hello" to me', "1: Differs in quotation marks (typographic or straight)."],
    ["pages 10–12 of it", "pages 10-12 of it", "1: Differs in dashes."],
    ["and so on…", "and so on...", "1: Differs in dots (an ellipsis or three full stops)."],
    ["The Final Title", "the final title", "1: Differs in letter case."],
    ["Cafe\u0301 am Markt", "Café am Markt", "1: Differs in Unicode form (composed or decomposed characters)."],
    ["zero\u200bwidth space", "zerowidth space", "1: Differs in invisible characters."],
    ["It’s The End", "it's the end", "1: Differs in quotation marks (typographic or straight), letter case."],
    ["the quick brown fox", "the quick red fox", "1: The line lacks “red”."],
    [
      "one two three\nfour five six\n",
      "one two three\nfour seven six",
      "2: The line lacks “seven” and has “five” instead.",
    ],
    ["第一章 春天来了", "第一章 夏天来了", "1: The line lacks “夏”."],
    ["one two\nlast", "one two\nlast\nmore words", "2: The text ends after this line."],
  ])("of %j to %j is shown with what differs", (text, wanted, expected) => {
    expect(nearest(text, wanted)[0] ?? "none").toBe(expected);
  });

  it("contains the most words; there are at most three", () => {
    const text = "the red fox\nthe red dog\nthe blue fox runs\nnothing\nthe red fox sleeps\nred fox here\n";
    const found = nearestLines(text, "the red fox eats", "any part");
    expect(found).toHaveLength(3);
    expect(found[0]?.text).toBe("the red fox");
  });

  it("does not exist if no line is similar", () => {
    expect(nearest("alpha\nbeta\n", "completely different words")).toEqual([]);
    expect(nearest("", "words")).toEqual([]);
    expect(nearest("alpha", "***")).toEqual([]);
    expect(nearest("alpha", " ")).toEqual([]);
  });

  it("is cropped if it is long", () => {
    const [found] = nearestLines(`${"long ".repeat(100)}Line`, "long line", "any part");
    expect(found?.text).toHaveLength(203);
  });

  it("is found in a large text in bounded time", () => {
    const text = "some words of a line that comes again and again\n".repeat(100_000);
    expect(nearest(text, "Some Words ".repeat(20_000)).length).toBeLessThanOrEqual(3);
  });
});

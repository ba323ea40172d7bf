import { Text } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { findMatch } from "./find-match";

const doc = (text: string) => Text.of(text.split("\n"));
const hit = (text: string, match: string, from = text.indexOf(match)) => ({
  from,
  to: from + match.length,
  match,
  line: text.slice(0, from).split("\n").length,
  excerpt: [
    { kind: "text" as const, text: /[^\n]*$/.exec(text.slice(0, from))?.[0] ?? "" },
    { kind: "match" as const, text: match },
  ],
});

describe("a match in the current text", () => {
  const searched = "one apple\ntwo\nthree apple\n";

  it("is at its old position if it is still there", () => {
    expect(findMatch(doc(searched), hit(searched, "apple", 20))).toEqual({ from: 20, to: 25, isExact: true });
  });

  it("is found by its context, else nearest to its position, if the text has moved", () => {
    const moved = doc(`new line\n${searched}`);
    expect(findMatch(moved, hit(searched, "apple", 20)).from).toBe(29);
    expect(findMatch(moved, hit(searched, "apple", 4)).from).toBe(13);
    expect(findMatch(doc("three apple\n"), hit(searched, "apple", 20)).from).toBe(6);
    expect(findMatch(doc("x apple\ny apple\nz apple"), hit(searched, "apple", 20)).from).toBe(18);
  });

  it("falls back to the start of its line, or the end of the text, if it is gone", () => {
    expect(findMatch(doc("a\nb\nc\nd"), hit(searched, "apple", 20))).toEqual({ from: 4, to: 4, isExact: false });
    expect(findMatch(doc(""), hit(searched, "apple", 20))).toEqual({ from: 0, to: 0, isExact: false });
  });

  it("has the full length even if only its beginning is known", () => {
    const long = { ...hit(searched, "one"), to: 9 };
    expect(findMatch(doc(searched), long)).toEqual({ from: 0, to: 9, isExact: true });
    expect(findMatch(doc(`x ${searched}`), long)).toEqual({ from: 2, to: 11, isExact: true });
    expect(findMatch(doc("xx one"), long)).toEqual({ from: 3, to: 6, isExact: true });
  });
});

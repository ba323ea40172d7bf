import { describe, expect, it } from "vitest";
import { groupsOf, readReplacement, replaceMatch } from "./replacement";

const replaced = (template: string, pattern: string, match: string, ...groups: string[]) => {
  const read = readReplacement(template, { pattern, regex: true, keepCase: false });
  return read.status === "ready" ? replaceMatch(read, match, groups) : `${read.name} of ${read.groups}`;
};

const named = (name: string) => `$\{${name}}`;

const inCase = (match: string, template: string) => {
  const read = readReplacement(template, { pattern: match, regex: false, keepCase: true });
  return read.status === "ready" ? replaceMatch(read, match, []) : null;
};

describe("a replacement", () => {
  it("is literal if the search is for literal text", () => {
    const read = readReplacement("$1 \\n $$", { pattern: "a", regex: false, keepCase: false });
    expect(read.status === "ready" && replaceMatch(read, "a", [])).toBe("$1 \\n $$");
  });

  it("contains groups by number and by name, the whole match, breaks, tabs and dollars", () => {
    expect(replaced("$2-$1", "(a)(b)", "ab", "a", "b")).toBe("b-a");
    expect(replaced(`${named("1")}0 ${named("word")}`, "(a)(?P<word>b)", "ab", "a", "b")).toBe("a0 b");
    expect(replaced(named("word"), "(?<word>b)", "b", "b")).toBe("b");
    expect(replaced("[$&] [$0] $$1 \\n\\t\\\\ \\d $ \\", "a", "a")).toBe("[a] [a] $1 \n\t\\ \\d $ \\");
    expect(replaced("$12", "(a)", "a", "a")).toBe("a2");
    expect(replaced("$1", "(a)?b", "b", "")).toBe("");
  });

  it("is an error if it names a group that is not in the pattern", () => {
    expect(replaced("$2", "(a)", "a", "a")).toBe("$2 of 1");
    expect(replaced("$1", "[(]\\((?:a)", "a")).toBe("$1 of 0");
    expect(replaced(named("no"), "(?P<yes>a)", "a", "a")).toBe(`${named("no")} of 1`);
  });

  it("numbers groups as the pattern does", () => {
    expect(groupsOf("(a)(?:b)(?P<c>c)(?<d>d)(?i)(?i:e)\\((f)[()](g)[](](h)[^](](i)[a[(]b](j)")).toEqual([
      null,
      "c",
      "d",
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it("keeps the letter case of what it replaces, word by word", () => {
    expect(inCase("ferry", "Boat")).toBe("boat");
    expect(inCase("Ferry", "boat")).toBe("Boat");
    expect(inCase("FERRY", "boat")).toBe("BOAT");
    expect(inCase("FerryMan", "boatMan")).toBe("BoatMan");
    expect(inCase("ferryMan", "boat")).toBe("boat");
    expect(inCase("Old-ferry", "new-Boat")).toBe("New-boat");
    expect(inCase("A", "boat")).toBe("Boat");
    expect(inCase("渡船", "Boat")).toBe("Boat");
    expect(inCase("Ferry", "")).toBe("");
    expect(inCase("Ferry", "“boat”")).toBe("“Boat”");
  });
});

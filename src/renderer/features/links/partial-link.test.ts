import { describe, expect, test } from "vitest";
import { partialLinkAt } from "./partial-link";

/** The partial link at the cursor, which `|` marks. */
function written(line: string): string | null {
  const at = line.indexOf("|");
  const found = partialLinkAt(line.slice(0, at), line.slice(at + 1), at);
  if (!found) return null;
  const { what, syntax, isImage, from, to, typed, path } = found;
  const whole = line.slice(0, at) + line.slice(at + 1);
  return `${syntax} ${isImage ? "image " : ""}${what} ${path === "" ? "" : `of ${path} `}<${typed}> in ‹${whole.slice(from, to)}›`;
}

describe("finding the partial link at the cursor", () => {
  test.each([
    ["see [[no|", "wiki file <no> in ‹no›"],
    ["[[|]]", "wiki file <> in ‹›"],
    ["[[no|te]] x", "wiki file <no> in ‹note›"],
    ["[[a b#He|", "wiki heading of a b <He> in ‹He›"],
    ["[[#|", "wiki heading <> in ‹›"],
    ["![[pic|", "wiki image file <pic> in ‹pic›"],
    ["[x](no|", "markdown file <no> in ‹no›"],
    ["[x [y]](<a b|>)", "markdown file <a b> in ‹<a b›"],
    ["[x](a.md#he|ad)", "markdown heading of a.md <he> in ‹head›"],
    ["![](|)", "markdown image file <> in ‹›"],
    ["[r]: no|", "markdown file <no> in ‹no›"],
    ["[text][re|f]", "markdown label <re> in ‹ref›"],
    ["会[[会|", "wiki file <会> in ‹会›"],
  ])("in %s", (line, expected) => expect(written(line)).toBe(expected));

  test.each(["plain |", "[x] (|", "[[a]] |", "[x](https://x.y/|", "[x](a b|", "[^1]: te|"])("no link in %s", (line) => {
    expect(written(line)).toBe(null);
  });

  test("hostile lines cost little [A25]", () => {
    const before = process.cpuUsage().user;
    for (const line of ["[".repeat(100_000), "[x](".repeat(50_000), "![[".repeat(50_000), "[a](<".repeat(50_000)])
      partialLinkAt(line, line, line.length);
    expect((process.cpuUsage().user - before) / 1000).toBeLessThan(2000);
  });
});

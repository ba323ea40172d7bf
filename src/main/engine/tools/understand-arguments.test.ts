import { describe, expect, test } from "vitest";
import { z } from "zod";
import { understandArguments } from "./understand-arguments";

const input = z.strictObject({
  path: z.union([z.string(), z.array(z.string())]),
  line_from: z.int().optional(),
  regex: z.boolean().default(true),
  text: z.string().optional(),
  edits: z.array(z.strictObject({ from: z.int(), content: z.string().optional() })).optional(),
  documents: z.array(z.string()).nullish(),
});
const understood = (given: object) => understandArguments(input, given);

describe("understood arguments", () => {
  test.each([
    ["a number as text", { line_from: "3" }, { line_from: 3 }],
    ["a negative number as text", { line_from: " -3 " }, { line_from: -3 }],
    ["a flag as text", { regex: "False" }, { regex: false }],
    ["a list as text", { edits: '[{"from":1}]' }, { edits: [{ from: 1 }] }],
    ["numbers as text inside a list", { edits: [{ from: "2", content: "3" }] }, { edits: [{ from: 2, content: "3" }] }],
    ["a list of names as text", { documents: '["a", "b"]' }, { documents: ["a", "b"] }],
    ["another word for the file", { file_path: "a.md" }, { path: "a.md" }],
    ["an address of a file", { file: "file:///a%20b/c.md" }, { path: "/a b/c.md" }],
    ["addresses in a list", { path: ["file:///a.md", "b.md"] }, { path: ["/a.md", "b.md"] }],
  ])("%s", (_name, given, expected) => expect(understood(given)).toEqual(expected));

  test.each([
    ["text that looks like a number", { text: "3" }],
    ["text that looks like a list", { text: "[1]" }],
    ["a name in brackets", { path: "[draft].md" }],
    ["a number that is none", { line_from: "3 lines" }],
    ["one name where a list is due", { documents: "srd-5e" }],
    ["an unknown argument", { pth: "a.md" }],
    ["two words for the file", { path: "a.md", file: "b.md" }],
    ["an address elsewhere", { path: "file://host/a.md" }],
    ["a broken list", { edits: "[{" }],
  ])("%s stays as it is", (_name, given) => expect(understood(given)).toEqual(given));

  test("a wrong item of a list that was sent as text is rejected by its place", () => {
    const issues = input.safeParse(understood({ path: "a", edits: '[{"from":"x"}]' })).error?.issues;
    expect(issues?.map(({ path }) => path)).toEqual([["edits", 0, "from"]]);
  });

  test("keys from JSON never reach a prototype", () => {
    const given = JSON.parse('{"__proto__": {"path": "x"}, "path": "a"}') as object;
    const result = understood(given);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(Object.keys(result)).toContain("__proto__");
  });
});

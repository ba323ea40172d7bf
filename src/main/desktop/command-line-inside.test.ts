import { expect, test } from "vitest";
import { wordsForCommandLine } from "./command-line-inside";

test("the command line is asked for by the first word that is none of Chromium's switches", () => {
  expect(wordsForCommandLine(["--no-sandbox", "--command-line", "mcp", "--root", "/n"])).toEqual([
    "mcp",
    "--root",
    "/n",
  ]);
  expect(wordsForCommandLine(["--command-line"])).toEqual([]);
});

test("a file of that name, and one after --, is opened [A22]", () => {
  for (const words of [[], ["a.md"], ["a.md", "--command-line", "mcp"], ["--", "--command-line"]])
    expect(wordsForCommandLine(words)).toBeNull();
});

import { expect, test } from "vitest";
import { commandLineArgs } from "./command-line-inside";

test("the command line runs if --command-line is the first argument besides Chromium's switches", () => {
  expect(commandLineArgs(["--no-sandbox", "--command-line", "mcp", "--root", "/n"])).toEqual(["mcp", "--root", "/n"]);
  expect(commandLineArgs(["--command-line"])).toEqual([]);
});

test("a file called --command-line, or that argument after --, opens the app [A22]", () => {
  for (const argv of [[], ["a.md"], ["a.md", "--command-line", "mcp"], ["--", "--command-line"]])
    expect(commandLineArgs(argv)).toBeNull();
});

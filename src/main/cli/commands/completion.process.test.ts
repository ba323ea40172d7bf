import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commands } from "../commands";
import { completionScript } from "./completion";

/** What bash offers for a line whose last word is being typed. */
function offered(...words: string[]): string[] {
  const line = ["galley", ...words].map((word) => `'${word}'`).join(" ");
  const script = `${completionScript("bash", commands)}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _galley; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8", cwd: `${import.meta.dirname}/../testing` })
    .split("\n")
    .filter(Boolean);
}

test("bash completes commands, their second words, and the options of each", () => {
  expect(offered("d")).toEqual(["doc"]);
  expect(offered("doc", "re")).toEqual(["read", "read-many", "replace"]);
  expect(offered("doc", "toc", "--d")).toEqual(["--data", "--depth", "--documents"]);
  expect(offered("mcp", "--to")).toEqual(["--tools"]);
  expect(offered("connect", "c")).toEqual(["claude", "codex", "cursor"]);
  expect(offered("connect", "--sk")).toEqual(["--skill"]);
  expect(offered("review", "k")).toEqual(["keep"]);
  expect(offered("review", "--fo")).toEqual(["--format"]);
  expect(offered("agents", "read-only", "--y")).toEqual(["--yes"]);
});

test("the scripts for zsh and fish name every command", () => {
  for (const shell of ["zsh", "fish"] as const)
    for (const { name } of commands) expect(completionScript(shell, commands)).toContain(name.split(" ").at(-1));
});

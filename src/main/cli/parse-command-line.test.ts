import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { UsageError } from "./command";
import { commands } from "./commands";
import { commandHelp, generalHelp } from "./help";
import { parseCommandLine } from "./parse-command-line";

const parse = (...args: string[]) => parseCommandLine(args, commands);

const usageErrorOf = (...args: string[]): string => {
  try {
    parse(...args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error("it was understood");
};

test("a command gets its arguments and options, in any order", () => {
  expect(parse("call", "--root", "a", "text_editor", "--root=b c", "{}", "--data", "d")).toMatchObject({
    status: "run",
    command: { name: "call" },
    positionals: ["text_editor", "{}"],
    values: { root: ["a", "b c"], data: "d" },
  });
  expect(parse("call", "text_editor", "-")).toMatchObject({ positionals: ["text_editor", "-"] });
});

test("arguments after -- are never options, whatever they start with", () => {
  expect(parse("open", "--", "-文 a.md")).toMatchObject({ status: "run", positionals: ["-文 a.md"] });
});

test("help is available everywhere, whatever else is wrong", () => {
  for (const args of [[], ["--help"], ["-h"], ["help"], ["help", "--help"]]) {
    expect(parse(...args)).toMatchObject({ status: "help", command: null });
  }
  for (const command of commands) {
    const name = command.name.split(" ");
    for (const args of [
      [...name, "--help"],
      [...name, "-h"],
      ["help", ...name],
      [...name, "--help", "--wrong"],
    ]) {
      expect(parse(...args)).toMatchObject({ status: "help", command: { name: command.name } });
    }
  }
  expect(parse("call", "text_editor", "--help")).toMatchObject({ status: "help", topics: ["text_editor"] });
  expect(parse("help", "call", "text_editor")).toMatchObject({ status: "help", topics: ["text_editor"] });
});

test("the version is available everywhere", () => {
  for (const args of [
    ["--version"],
    ["-v"],
    ["mcp", "--version"],
    ["call", "x", "--version"],
    ["doc", "toc", "a.md", "--version"],
    ["doc", "replace", "--version"],
  ]) {
    expect(parse(...args)).toEqual({ status: "version" });
  }
});

test("for a command with a version option, --version is that option, and needs a value", () => {
  const args = ["doc", "delete", "a.md", "Auth"];
  expect(parse(...args, "--version", "abc")).toMatchObject({ status: "run", values: { version: "abc" } });
  expect(parse(...args, "--base", "abc")).toMatchObject({ status: "run", values: { base: "abc" } });
  expect(usageErrorOf(...args, "--version")).toMatch(/--version/);
  expect(usageErrorOf(...args, "--version", "--dry-run")).toMatch(/--version/);
});

test("a family of commands has two-part names, and its old name still works", () => {
  expect(parse("doc", "toc", "a.md")).toMatchObject({ command: { name: "doc toc" }, positionals: ["a.md"] });
  expect(parse("invar", "doc", "read", "a.md", "x")).toMatchObject({ command: { name: "doc read" } });
  expect(parse("help", "invar", "doc", "read")).toMatchObject({ status: "help", command: { name: "doc read" } });
  for (const args of [["doc"], ["doc", "--help"], ["help", "doc"], ["invar", "doc"]]) {
    expect(parse(...args)).toEqual({ status: "help", command: null, topics: ["doc"] });
  }
});

describe("an unknown argument is named, with the nearest known one", () => {
  test.each<[string[], string]>([
    [["cal"], '"cal" is not a command of galley; did you mean call?'],
    [
      ["frobnicate"],
      '"frobnicate" is not a command of galley; the commands are open, mcp, connect, hook, doc, read, grep, ask, history, restore, comments, review, agents, library, book, serve, join, call, tools, completion',
    ],
    [["doc", "tock"], '"doc tock" is not a command of galley; did you mean doc toc?'],
    [["toc", "a.md"], '"toc" is not a command of galley; did you mean doc toc?'],
    [
      ["invar", "guard"],
      '"guard" is not a command of galley; the commands are open, mcp, connect, hook, doc, read, grep, ask, history, restore, comments, review, agents, library, book, serve, join, call, tools, completion',
    ],
    [
      ["invar"],
      '"invar" is not a command of galley; the commands are open, mcp, connect, hook, doc, read, grep, ask, history, restore, comments, review, agents, library, book, serve, join, call, tools, completion',
    ],
    [["doc", "toc"], "galley doc toc needs FILE…."],
    [["doc", "read", "a.md", "b", "c"], 'galley doc read takes FILE SECTION; "c" is too many.'],
    [["help", "tool"], '"tool" is not a command of galley; did you mean tools?'],
    [["--root", "x"], '"--root" is not an option of galley; options come after the command, see galley --help.'],
    [["mcp", "--rooot", "x"], '"--rooot" is not an option of galley mcp; did you mean --root?'],
    [["tools", "--jsno"], '"--jsno" is not an option of galley tools; did you mean --json?'],
    [["call"], "galley call needs TOOL [JSON|-]."],
    [["open"], "galley open needs FILE|FOLDER [--new-window] [--root DIR] [--data DIR]."],
    [["tools", "notes"], 'galley tools takes [--json]; "notes" is too many.'],
    [
      ["call", "text_editor", '{"a":', "1}"],
      'galley call takes TOOL [JSON|-]; "1}" is too many. Did the shell split the JSON? Put it in single quotes, or pipe it in with -.',
    ],
  ])("%j", (args, message) => {
    expect(usageErrorOf(...args)).toBe(message);
  });

  test("a file that looks like an option", () => {
    expect(usageErrorOf("open", "-x")).toContain("Put arguments that start with a dash after --.");
  });

  test("an option without its value", () => {
    expect(usageErrorOf("mcp", "--root")).toMatch(/^galley mcp: .*--root.*\.$/);
    expect(usageErrorOf("tools", "--json=yes")).toMatch(/^galley tools: .*--json.*\.$/);
  });

  test("a long argument is shortened in the message", () => {
    expect(usageErrorOf("x".repeat(10_000)).length).toBeLessThan(300);
  });
});

test("every option has help, and nothing else has", async () => {
  for (const command of commands) {
    const help = (await command.help?.([])) ?? commandHelp(command);
    const explained = new Set([...help.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name));
    for (const always of ["help", "version", "color"]) if (!(always in command.options)) explained.delete(always);
    expect([...explained].sort()).toEqual(Object.keys(command.options).sort());
    expect(help).toContain(`Usage: galley ${command.name}`);
    expect(generalHelp(commands, "1")).toContain(command.summary);
  }
});

test("the commands that deploy/ shows and runs are understood", () => {
  const file = (name: string) => readFileSync(join(import.meta.dirname, "../../../deploy", name), "utf8");
  const compose = parseYaml(file("compose.yml"), { merge: true });
  const run = ["galley-1", "galley-2"].map((name) => compose.services[name].command as string);
  const shown = ["README.md", "Caddyfile"].flatMap((name) =>
    [...file(name).matchAll(/^(?:# +)?galley (serve [^#\n]*)/gm)].map(([, line = ""]) => line),
  );
  expect(shown.length).toBeGreaterThan(4);
  for (const line of [...run, ...shown]) {
    const args = line
      .replace(/\$\{[^}]*\}/g, "docs.example.org")
      .trim()
      .split(/\s+/);
    expect(parse(...args)).toMatchObject({ status: "run", command: { name: expect.stringMatching(/^serve/) } });
  }
});

import { expect, test } from "vitest";
import { linesOf } from "../text/documents.fixture";
import { addressError, findSection } from "./section-address";
import { parseOutline } from "./sections";

const outlineOf = (document: string) => parseOutline(linesOf(document));

const finds = (address: string, document: string, path: string) => {
  const found = findSection(outlineOf(document), address);
  expect(found.status === "found" && (found.target === "frontmatter" ? found.target : found.target.path)).toBe(path);
};

const errorFor = (address: string, document: string) => {
  const found = findSection(outlineOf(document), address);
  return found.status === "found" ? null : addressError(found);
};

const isAmbiguous = (address: string, document: string, ...paths: string[]) => {
  const found = findSection(outlineOf(document), address);
  expect(found.status === "ambiguous" && found.matches.map(({ path }) => path)).toEqual(paths);
};

const spec = "# Requirements / ## Functional / ### Authentication / ## Other / # Summary / ## Overview";

test("every form of an address leads to its section", () => {
  finds("@frontmatter", "--- / a: 1 / --- / # A", "frontmatter");
  finds("@3", spec, "requirements/functional/authentication");
  finds("#0/#0/#0", spec, "requirements/functional/authentication");
  finds("#1", spec, "summary");
  finds("requirements/functional", spec, "requirements/functional");
  finds("Requirements/Functional", spec, "requirements/functional");
  finds("  REQUIREMENTS / Functional ".trim(), "# Requirements\n## Functional", "requirements/functional");
  finds("Overview", spec, "summary/overview");
  finds("Requirements/Functional/Auth", spec, "requirements/functional/authentication");
  finds("Requirements/Authentication", spec, "requirements/functional/authentication");
  finds("auth", spec, "requirements/functional/authentication");
});

test("an earlier step decides before a later one", () => {
  finds("overview", "# A / ## Overview / # Overview", "overview");
  finds("auth", "# Authentication / # Auth", "auth");
  finds("a/b", "# X / ## A / ### B / # A / ## B", "a/b");
  finds("api/auth", "# V1 / ## API / ### Auth / ### Authors", "v1/api/auth");
  finds("#0", "# A / # #0", "a");
});

test("a printed path leads to its own section, whatever else would match", () => {
  finds("a-1", "# A / # A / # X / ## A 1", "a-1");
  finds("input-output", "# Input/Output / # Input / ## Output", "input-output");
  finds("Input/Output", "# Input/Output / # X", "input-output");
});

test("scripts, letter case and Unicode forms do not matter to titles", () => {
  finds("概要", "# はじめに / ## 概要 / # 次", "はじめに/概要");
  finds("要", "# はじめに / ## 概要 / # 次", "はじめに/概要");
  finds("ПРИВЕТ", "# Привет, мир / # Пока", "привет-мир");
  finds("cafe\u0301", "# Café / # Tea", "café");
  finds("C++", "# C / # C++ / # D", "c");
});

test("punctuation in titles distinguishes equal slugs only by path", () => {
  isAmbiguous("Setup!", "# A / ## Setup / # B / ## Setup", "a/setup", "b/setup");
});

test("several matches are an error in the specification's words", () => {
  expect(errorFor("overview", "# Introduction / a / / / ## Overview / # Summary / ## Overview")).toEqual({
    code: "ambiguous",
    message: [
      'Ambiguous "overview" matches:',
      "  1. introduction/overview (@5)",
      "  2. summary/overview (@7)",
      "Use full path or @line to disambiguate.",
    ].join("\n"),
    candidates: ["introduction/overview", "summary/overview"],
  });
  isAmbiguous("auth", "# Authentication / # Authorization", "authentication", "authorization");
  isAmbiguous("x/auth", "# X / ## Authentication / ## Authorization", "x/authentication", "x/authorization");
});

test("a list of matches has at most ten entries", () => {
  const document = Array.from({ length: 12 }, (_, index) => `# S${index}\n## Overview`).join("\n");
  const { message = "" } = errorFor("Overview", document) ?? {};
  expect(message.split("\n").slice(-2)).toEqual(["  ... and 2 more", "Use full path or @line to disambiguate."]);
  expect(message).toContain(" 10. s9/overview (@20)");
});

test("the error for an address without a match lists the nearest titles", () => {
  expect(errorFor("authentification", `${spec} / # Zebra`)).toEqual({
    code: "not_found",
    message: "Section not found: authentification",
    hint: expect.stringMatching(/^Nearest: "Authentication" \(requirements\/functional\/authentication, @3\); /),
    candidates: expect.arrayContaining(["requirements/functional/authentication"]),
  });
  expect(errorFor("x", "just text")).toMatchObject({ hint: "The document has no sections.", candidates: [] });
  expect(errorFor("@frontmatter", "# A")).toMatchObject({ message: "Section not found: @frontmatter" });
});

test("the error for a line inside a section names the section that contains it", () => {
  expect(errorFor("@3", "# A / a / b / ## C")).toEqual({
    code: "not_found",
    message: "Line 3 is inside section a (@1), not its heading.",
    hint: "Use @1 for that section.",
    candidates: ["a"],
  });
  expect(errorFor("@2", "Title / --- / text")?.message).toBe("Line 2 is inside section title (@1), not its heading.");
  expect(errorFor("@1", "preamble / / # A")?.message).toBe("Section not found: @1");
  expect(errorFor("@99999999999999999999", "# A")?.message).toBe("Section not found: @99999999999999999999");
});

test("a line or position that does not exist never matches a title that contains its digits", () => {
  expect(errorFor("#7", "# Chapter 7 / # B")?.code).toBe("not_found");
  expect(errorFor("@7", "# Chapter 7 / # B")?.code).toBe("not_found");
  finds("#7", "# #7 / # B", "7");
});

test("blank and odd addresses are errors instead of guesses", () => {
  for (const address of ["", "   ", "/", "//", "!!", "#", "@", "@-1", "__proto__", "constructor"]) {
    expect(errorFor(address, "# Section / # B")?.code, address).toBe("not_found");
  }
});

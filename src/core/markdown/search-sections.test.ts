import { expect, test } from "vitest";
import { linesOf } from "../text/documents.fixture";
import { type SectionQuery, sectionFinder } from "./search-sections";
import { parseOutline } from "./sections";

const finds = (query: SectionQuery, document: string, ...paths: string[]) => {
  const finder = sectionFinder(query);
  if (finder.status !== "ready") throw new Error(finder.message);
  const text = linesOf(document);
  expect(finder.find(text, parseOutline(text)).map(({ path }) => path)).toEqual(paths);
};

const spec = "intro token / # Auth / a Token / ## Auth flow / b / # Other *Auth* / tokens here / ### Deep / token";

test("sections are found by title, level, size and own text", () => {
  finds({}, spec, "auth", "auth/auth-flow", "other-auth", "other-auth/deep");
  finds({ pattern: "auth*" }, spec, "auth", "auth/auth-flow");
  finds({ pattern: "*AUTH" }, spec, "auth", "other-auth");
  finds({ level: 1, pattern: "*flow" }, spec);
  finds({ level: 3 }, spec, "other-auth/deep");
  finds({ minSize: 25 }, spec, "auth", "other-auth");
  finds({ content: "TOKEN" }, spec, "auth", "other-auth", "other-auth/deep");
  finds({ content: "deep" }, spec, "other-auth/deep");
  finds({ content: "[t" }, spec);
});

test("words on two lines are found, and runs of blanks count as one", () => {
  const wrapped = "# Rules / When it interrupts / a   paragraph. / ## Sub / interrupts / # Other / a paragraph";
  finds({ content: "interrupts a paragraph" }, wrapped, "rules");
  finds({ content: "interrupts\n  a" }, wrapped, "rules");
  finds({ content: "a paragraph" }, wrapped, "rules", "other");
  // A blank at the start or end of the query must match, too.
  finds({ content: "interrupts " }, wrapped, "rules", "rules/sub");
  finds({ content: "interruptsa" }, wrapped);
});

test("a bad pattern is reported", () => {
  expect(sectionFinder({ pattern: "[" })).toMatchObject({ status: "bad_pattern" });
});

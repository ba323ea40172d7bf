import { expect, test } from "vitest";
import { attacks, checklist } from "./attacks.mjs";
import { attackTests, figuresOf, securityPage, summarize } from "./security-page.mjs";
import { projectOf, taggedTests, taggedTitle, tagsOf } from "./tagged-tests.mjs";

const run = { version: "1.2.3", date: "2030-01-02", machine: "linux", mode: "full" };
const done = (more) => ({
  path: "src/main/a.test.ts",
  title: "x",
  tags: ["A18"],
  status: "passed",
  tried: 1,
  runs: 1,
  ...more,
});

test("every attack and every checklist item has a test, and every id in a title exists", () => {
  const used = new Set(taggedTests().flatMap(({ tags }) => tags));
  const known = [...attacks, ...checklist].map(({ id }) => id);
  expect(new Set(known).size).toBe(known.length);
  expect(checklist.length).toBe(20);
  expect(known.filter((id) => !used.has(id))).toEqual([]);
  expect([...used].filter((id) => !known.includes(id))).toEqual([]);
});

test("a title may have several ids, and text that only looks like an id is ignored", () => {
  expect(tagsOf("paths lead nowhere [A18]")).toEqual(["A18"]);
  expect(tagsOf("one [A9 E17] of a group [A9]")).toEqual(["A9", "E17"]);
  for (const title of ["a [F19]", "b A18", "c [a18]", "d [A18,]"]) {
    expect(tagsOf(title)).toEqual([]);
    expect(title).not.toMatch(new RegExp(taggedTitle));
  }
  expect(
    ["e2e/safety.spec.ts", "src/main/mcp/a.test.ts", "src/a.process.test.ts", "src/a.test.tsx", "e2e/x.ts"].map(
      projectOf,
    ),
  ).toEqual(["e2e", "process", "process", "unit", null]);
});

test("tests and their attempts are read from both kinds of reports, without skipped tests", () => {
  const vitest = {
    testResults: [
      {
        name: "src/main/a.test.ts",
        assertionResults: [
          { fullName: "a [A18] b", status: "passed", meta: { tried: 72, runs: 720 } },
          { fullName: "c [A18]", status: "failed", meta: {} },
          { fullName: "d [A18]", status: "skipped", meta: {} },
          { fullName: "e", status: "passed", meta: {} },
        ],
      },
    ],
  };
  expect(attackTests(vitest).map(({ status, tried, runs }) => [status, tried, runs])).toEqual([
    ["passed", 72, 720],
    ["failed", 1, 1],
  ]);
  const spec = (title, status, annotations = []) => ({ title, tests: [{ status, annotations }] });
  const tried = (description) => ({ type: "tried", description });
  const file = { title: "safety.spec.ts", file: "safety.spec.ts" };
  const specs = [spec("a", "flaky", [tried("3"), tried("4")]), spec("b", "unexpected"), spec("c", "skipped")];
  const playwright = { suites: [{ ...file, specs: [], suites: [{ ...file, title: "frames [E2]", specs }] }] };
  expect(attackTests(playwright)).toMatchObject([
    { path: "e2e/safety.spec.ts", title: "frames [E2] a", tags: ["E2"], status: "passed", tried: 7 },
    { status: "failed", tried: 1 },
  ]);
});

test("the page has each attack with its figures, what was not tested, and what got through", () => {
  const tests = [
    done({ tried: 1200, runs: 5000 }),
    done({ path: "e2e/b.spec.ts", title: "fell [A18]", status: "failed" }),
  ];
  const page = securityPage(tests, run);
  expect(page).toContain("Galley 1.2.3, 2030-01-02, a full run on linux.");
  expect(page).toContain(
    "**1,201 attempts in 2 tests: 1 got through.** They were made in 5,001 runs; 3,800 of these fuzz schemas",
  );
  expect(securityPage([done({})], run)).toContain("got through.**\n");
  expect(page).toMatch(/\| A18 \| .* \| 1,201 \| 5,001 \| \*\*1\*\* \| `e2e\/b`, `a` \|/);
  expect(page).toMatch(/\| A29 \| .* \| not tested here \| – \| – \| – \|/);
  expect(page).toContain("## What got through\n\n- `e2e/b.spec.ts`: fell [A18]");
  expect(summarize(attacks, tests).find(({ id }) => id === "A18")).toMatchObject({ status: "fell", through: 1 });
  expect(figuresOf(tests, run)).toMatchObject({ attempts: 1201, runs: 5001, through: 1, attacks: { length: 32 } });
});

import { expect, it } from "vitest";
import { countsOf, failuresOf } from "./counts.mjs";

it("a missing report has no counts", () => {
  expect(countsOf(undefined)).toEqual({ passed: 0, failed: 0, skipped: 0, flaky: 0 });
});

it("a Vitest file that could not be loaded counts as one failure", () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 0,
    testResults: [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "failed" }] },
      { status: "passed", assertionResults: [] },
    ],
  };
  expect(countsOf(report)).toEqual({ passed: 5, failed: 2, skipped: 2, flaky: 0 });
  expect(countsOf(report, ["a.test.ts > passed at its second try"])).toMatchObject({ passed: 5, flaky: 1 });
});

it("a Playwright test that passed only at the second attempt counts as passed and flaky", () => {
  const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 3 };
  expect(countsOf({ stats, errors: [] })).toEqual({ passed: 8, failed: 1, skipped: 3, flaky: 1 });
});

it("an error that stops Playwright before any test is counted", () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  expect(countsOf({ stats, errors: [{ message: "no such file" }] })).toMatchObject({ passed: 0, failed: 1 });
});

it("failures of both reports are listed with their file, title and error", () => {
  const vitest = {
    testResults: [
      { name: "/a.test.ts", status: "failed", message: "no such module", assertionResults: [] },
      {
        name: "/b.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", fullName: "one" },
          { status: "failed", fullName: "group two", failureMessages: ["\u001b[31mexpected 1\u001b[39m\n  at b"] },
        ],
      },
    ],
  };
  expect(failuresOf(vitest)).toEqual([
    "/a.test.ts\n    no such module",
    "/b.test.ts > group two\n    expected 1\n      at b",
  ]);
  const failed = {
    file: "c.spec.ts",
    title: "fails",
    tests: [{ status: "unexpected", results: [{ error: { message: "slow" } }] }],
  };
  const passed = { file: "c.spec.ts", title: "passes", tests: [{ status: "expected", results: [{}] }] };
  const suite = { title: "c.spec.ts", specs: [passed], suites: [{ title: "group", specs: [failed] }] };
  expect(failuresOf({ stats: {}, suites: [suite] })).toEqual(["c.spec.ts > group > fails\n    slow"]);
  expect(failuresOf(undefined)).toEqual([]);
});

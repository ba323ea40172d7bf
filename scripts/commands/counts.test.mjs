import { expect, it } from "vitest";
import { countsOf } from "./counts.mjs";

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

import { stripVTControlCharacters } from "node:util";

/**
 * The number of passed, failed and skipped tests in a JSON report of Vitest or Playwright. A flaky test (it failed, then passed when CI repeated it)
 * counts as passed and also as flaky; Vitest's report does not mark those, so they are given in `flakyTests`. Each file that could not be loaded
 * counts as one failure.
 */
export function countsOf(report, flakyTests = []) {
  if (!report) return { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    const failed = unexpected === 0 ? report.errors.length : unexpected;
    return { passed: expected + flaky, failed, skipped, flaky };
  }
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    flaky: flakyTests.length,
  };
}

/**
 * What failed in a JSON report of Vitest or Playwright, one string per test: its file, its title, and the first lines of its error. The end of a
 * long log is often all that is shown, so `npm test` repeats it there.
 */
export function failuresOf(report) {
  if (!report) return [];
  if (report.stats) return report.suites.flatMap((suite) => failedSpecs(suite, []));
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0 && file.status === "failed") return [describeFailure(file.name, [], [file.message])];
    return failed.map((test) => describeFailure(file.name, [test.fullName], test.failureMessages));
  });
}

/** Playwright nests suites: a file, then its `describe` blocks. */
function failedSpecs(suite, titles) {
  const failed = suite.specs.filter((spec) => spec.tests.some((test) => test.status === "unexpected"));
  const errors = ({ tests }) => tests.flatMap((test) => test.results.map((result) => result.error?.message));
  return [
    ...failed.map((spec) => describeFailure(spec.file, [...titles, spec.title], errors(spec).filter(Boolean))),
    ...(suite.suites ?? []).flatMap((inner) => failedSpecs(inner, [...titles, inner.title])),
  ];
}

const FAILURE_LINES = 8;

function describeFailure(file, titles, messages) {
  const lines = stripVTControlCharacters(messages[0] ?? "no message").split("\n");
  return [[file, ...titles].join(" > "), ...lines.slice(0, FAILURE_LINES).map((line) => `    ${line}`)].join("\n");
}

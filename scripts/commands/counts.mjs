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

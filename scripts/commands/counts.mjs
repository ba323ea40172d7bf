/**
 * How many tests passed, failed and were skipped in a JSON report of vitest or Playwright. A flaky test (failed,
 * then passed at a further try that it has on CI) counts as passed and is counted again as flaky; vitest's report does not name those, so `flakyTests` does. Files that could not be loaded count as one failure each.
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

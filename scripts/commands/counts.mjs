/**
 * How many tests passed, failed and were skipped in a JSON report of vitest or Playwright; a flaky test (failed, then
 * passed) counts as failed. Files that could not be loaded count as one failure each.
 */
export function countsOf(report) {
  if (!report) return { passed: 0, failed: 0, skipped: 0 };
  if (report.stats) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    const failed = unexpected + flaky;
    return { passed: expected, failed: failed === 0 ? report.errors.length : failed, skipped };
  }
  const unloaded = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

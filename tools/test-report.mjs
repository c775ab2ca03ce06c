import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Counts Vitest's JSON report. A test that did not run counts as failed, as does a run that failed without
 * a failed test: a file that could not be read, an error outside of a test, a crash before the report.
 *
 * @param {string} path
 * @param {number} exitCode
 * @returns {Count}
 */
export function readVitestReport(path, exitCode) {
  /** @type {{ numTotalTests: number, numPassedTests: number } | undefined} */
  const report = readReport(path);
  return count(report?.numPassedTests ?? 0, report?.numTotalTests ?? 0, exitCode);
}

/**
 * Counts Playwright's JSON report, by the same rules; a test that passed only when it was tried again
 * failed.
 *
 * @param {string} path
 * @param {number} exitCode
 * @returns {Count}
 */
export function readPlaywrightReport(path, exitCode) {
  /** @type {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } } | undefined} */
  const report = readReport(path);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return count(expected, expected + unexpected + flaky + skipped, exitCode);
}

/**
 * @param {number} passed
 * @param {number} total
 * @param {number} exitCode
 */
function count(passed, total, exitCode) {
  const failed = total - passed;
  const hasFailedOtherwise = failed === 0 && (exitCode !== 0 || total === 0);
  return { passed, failed: hasFailedOtherwise ? 1 : failed };
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    process.stderr.write(`stockbook: there is no report at ${path}: ${error}\n`);
    return undefined;
  }
}

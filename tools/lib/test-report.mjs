import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * The result of a check; `failures` has a paragraph per failure, if the check reports them.
 *
 * @typedef {{ passed: number, failed: number, failures: string[] }} Outcome
 */

/**
 * How long the tests of a file took; `file` is an absolute path.
 *
 * @typedef {{ file: string, durationMs: number }} FileDuration
 */

/**
 * Reads Vitest's JSON report. Tests that did not run count as failed. So does a run that failed without a failed
 * test: a file that could not be loaded, an error outside of tests, a crash before the report.
 *
 * @param {string} path
 * @param {number} exitCode
 * @returns {Outcome}
 */
export function readVitestReport(path, exitCode) {
  /** @type {VitestReport | undefined} */
  const report = readReport(path);
  const failures = (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failedTests = assertionResults.filter(({ status }) => status !== 'passed');
    if (failedTests.length === 0) return message === '' ? [] : [`${name}\n${message}`];
    return failedTests.map((test) => [`${name} › ${test.fullName}`, ...test.failureMessages].join('\n'));
  });
  return outcome(report?.numPassedTests ?? 0, report?.numTotalTests ?? 0, exitCode, failures);
}

/**
 * From the start of a file's first test to the end of its last one.
 *
 * @param {string} path of Vitest's JSON report
 * @returns {FileDuration[]}
 */
export function readVitestDurations(path) {
  /** @type {VitestReport | undefined} */
  const report = readReport(path);
  return (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: name,
    durationMs: endTime - startTime,
  }));
}

/**
 * @typedef {object} VitestReport
 * @property {number} numTotalTests
 * @property {number} numPassedTests
 * @property {{
 *   name: string,
 *   startTime: number,
 *   endTime: number,
 *   message: string,
 *   assertionResults: { fullName: string, status: string, failureMessages: string[] }[],
 * }[]} testResults
 */

/**
 * Reads Playwright's JSON report by the same rules; a flaky test, which passed only in a retry, counts as failed.
 *
 * @param {string} path
 * @param {number} exitCode
 * @returns {Outcome}
 */
export function readPlaywrightReport(path, exitCode) {
  /** @type {PlaywrightReport | undefined} */
  const report = readReport(path);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  const failures = (report?.suites ?? []).flatMap(failedSpecs);
  return outcome(expected, expected + unexpected + flaky + skipped, exitCode, failures);
}

/**
 * The sum over a file's tests, which run one after the other; retries included.
 *
 * @param {string} path of Playwright's JSON report
 * @returns {FileDuration[]}
 */
export function readPlaywrightDurations(path) {
  /** @type {PlaywrightReport | undefined} */
  const report = readReport(path);
  return (report?.suites ?? []).map((suite) => ({
    file: join(report?.config.rootDir ?? '', suite.file),
    durationMs: durationOf(suite),
  }));
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {number} in milliseconds
 */
function durationOf({ suites = [], specs }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration, 0);
  return suites.reduce((sum, suite) => sum + durationOf(suite), own);
}

/**
 * @param {readonly FileDuration[]} durations
 * @param {number} count
 */
export function slowestFiles(durations, count) {
  return durations.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, count);
}

/**
 * @typedef {object} PlaywrightReport
 * @property {{ rootDir: string }} config
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {PlaywrightSuite[]} suites
 *
 * @typedef {object} PlaywrightSuite
 * @property {string} file
 * @property {PlaywrightSuite[]} [suites]
 * @property {{
 *   file: string,
 *   line: number,
 *   title: string,
 *   tests: { status: string, results: { duration: number, error?: { message?: string } }[] }[],
 * }[]} specs
 */

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failedSpecs({ suites = [], specs }) {
  const own = specs.flatMap(({ file, line, title, tests }) => {
    const failedTests = tests.filter(({ status }) => status !== 'expected');
    return failedTests.map(({ results }) => {
      const messages = results.flatMap(({ error }) => error?.message ?? []);
      return [`${file}:${line} › ${title}`, ...messages].join('\n');
    });
  });
  return [...own, ...suites.flatMap(failedSpecs)];
}

/**
 * @param {number} passed
 * @param {number} total
 * @param {number} exitCode
 * @param {string[]} failures
 * @returns {Outcome}
 */
function outcome(passed, total, exitCode, failures) {
  const failed = total - passed;
  const named = failures.map(stripVTControlCharacters);
  if (failed > 0 || (exitCode === 0 && total > 0)) return { passed, failed, failures: named };
  const reason = total === 0 ? 'No test ran' : 'An error outside of its tests, printed above';
  const unnamed = `${reason}; the run ended with ${exitCode}.`;
  return { passed, failed: 1, failures: named.length > 0 ? named : [unnamed] };
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

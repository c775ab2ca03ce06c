import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readPlaywrightDurations,
  readPlaywrightReport,
  readVitestDurations,
  readVitestReport,
  slowestFiles,
} from '../lib/test-report.mjs';

/** @type {string} */
let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stockbook-report-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** @param {object} report */
function write(report) {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(report));
  return path;
}

describe('readVitestReport', () => {
  it('counts passed tests', () => {
    const path = write({ numTotalTests: 3, numPassedTests: 3, testResults: [] });
    expect(readVitestReport(path, 0)).toEqual({ passed: 3, failed: 0, failures: [] });
  });

  it('counts failed, skipped and planned tests as failed, and names them', () => {
    const path = write({
      numTotalTests: 3,
      numPassedTests: 1,
      testResults: [
        {
          name: 'bars.test.ts',
          message: '',
          assertionResults: [
            { fullName: 'bars come', status: 'passed', failureMessages: [] },
            { fullName: 'bars stay', status: 'failed', failureMessages: ['\u001b[31mgone\u001b[39m'] },
            { fullName: 'bars go', status: 'skipped', failureMessages: [] },
          ],
        },
      ],
    });
    expect(readVitestReport(path, 1)).toEqual({
      passed: 1,
      failed: 2,
      failures: ['bars.test.ts › bars stay\ngone', 'bars.test.ts › bars go'],
    });
  });

  it('counts a file that could not be loaded as a failure, and names it', () => {
    const testResults = [{ name: 'bars.test.ts', message: 'Unexpected token', assertionResults: [] }];
    const path = write({ numTotalTests: 2, numPassedTests: 2, testResults });
    expect(readVitestReport(path, 1)).toEqual({
      passed: 2,
      failed: 1,
      failures: ['bars.test.ts\nUnexpected token'],
    });
  });

  it('counts one failure when the run failed outside of its tests', () => {
    const path = write({ numTotalTests: 2, numPassedTests: 2, testResults: [] });
    expect(readVitestReport(path, 1)).toEqual({
      passed: 2,
      failed: 1,
      failures: ['An error outside of its tests, printed above; the run ended with 1.'],
    });
  });

  it('counts one failure when no test ran', () => {
    expect(readVitestReport(join(folder, 'none.json'), 0)).toEqual({
      passed: 0,
      failed: 1,
      failures: ['No test ran; the run ended with 0.'],
    });
  });
});

describe('readPlaywrightReport', () => {
  it('counts flaky tests as failed, and names them', () => {
    const specs = [
      { file: 'notes.spec.ts', line: 3, title: 'opens', tests: [{ status: 'expected', results: [{}] }] },
      {
        file: 'notes.spec.ts',
        line: 9,
        title: 'saves',
        tests: [{ status: 'flaky', results: [{ error: { message: 'Timed out' } }, {}] }],
      },
    ];
    const path = write({
      stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
      suites: [{ specs: [], suites: [{ specs }] }],
    });
    expect(readPlaywrightReport(path, 1)).toEqual({
      passed: 1,
      failed: 1,
      failures: ['notes.spec.ts:9 › saves\nTimed out'],
    });
  });
});

describe('durations', () => {
  it('reads the duration of each file from the report of Vitest', () => {
    const testResults = [{ name: '/bars.test.ts', startTime: 1000, endTime: 3500, assertionResults: [] }];
    expect(readVitestDurations(write({ testResults }))).toEqual([
      { file: '/bars.test.ts', durationMs: 2500 },
    ]);
  });

  it('adds up the tests of each file in the report of Playwright, retries included', () => {
    const spec = { tests: [{ results: [{ duration: 200 }, { duration: 300 }] }] };
    const suites = [{ file: 'notes.spec.ts', specs: [spec], suites: [{ specs: [spec] }] }];
    expect(readPlaywrightDurations(write({ config: { rootDir: '/specs' }, suites }))).toEqual([
      { file: '/specs/notes.spec.ts', durationMs: 1000 },
    ]);
  });

  it('returns the slowest files first', () => {
    const durations = [1, 3, 2].map((durationMs) => ({ file: `${durationMs}.test.ts`, durationMs }));
    expect(slowestFiles(durations, 2)).toEqual([durations[1], durations[2]]);
  });
});

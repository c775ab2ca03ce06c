import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './test-report.mjs';

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
  it('counts what passed', () => {
    expect(readVitestReport(write({ numTotalTests: 3, numPassedTests: 3 }), 0)).toEqual({
      passed: 3,
      failed: 0,
    });
  });

  it('counts failed, skipped and planned tests as failed', () => {
    expect(readVitestReport(write({ numTotalTests: 5, numPassedTests: 2 }), 1)).toEqual({
      passed: 2,
      failed: 3,
    });
    expect(readVitestReport(write({ numTotalTests: 2, numPassedTests: 1 }), 0)).toEqual({
      passed: 1,
      failed: 1,
    });
  });

  it('counts a run that failed outside of its tests', () => {
    expect(readVitestReport(write({ numTotalTests: 2, numPassedTests: 2 }), 1)).toEqual({
      passed: 2,
      failed: 1,
    });
  });

  it('counts a run without a test', () => {
    expect(readVitestReport(join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('readPlaywrightReport', () => {
  it('counts only what passed at once', () => {
    const path = write({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 1 } });
    expect(readPlaywrightReport(path, 1)).toEqual({ passed: 4, failed: 3 });
  });
});

import '../lib/check-machine.mjs';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildClient } from '../lib/build/build-client.mjs';
import { buildProgram } from '../lib/build/build-program.mjs';
import { command, Failure } from '../lib/failure.mjs';
import { commandFile } from '../lib/package-command.mjs';
import { projectRoot } from '../lib/root.mjs';
import { runChild } from '../lib/run-child.mjs';
import {
  readPlaywrightDurations,
  readPlaywrightReport,
  readVitestDurations,
  readVitestReport,
  slowestFiles,
} from '../lib/test-report.mjs';

const reportsFolder = join(projectRoot, '.tools/test-reports');

/** @typedef {import('../lib/test-report.mjs').Outcome} Outcome */

// Tests in files `*.system.*` build, kill, wait for long, or look at everything or at details of a screen.
const { values } = parseArgs({ options: { only: { type: 'string' }, system: { type: 'boolean' } } });
const isSystem = values.system === true;
const suite = isSystem ? 'system' : 'usual';

/** One more than the cores of the usual machine: tests wait for PostgreSQL, networks and intervals. */
const workers = 3;

/** How long the tests of a file may take, in seconds: half as long again as the slowest one takes on two cores. */
const maxFileS = isSystem ? 300 : 90;

/** @type {Record<string, (env: NodeJS.ProcessEnv, reportFile: string) => Promise<Outcome>>} */
const checks = {
  // Biome colours its output even if it is a file or a pipe.
  lint: (env) =>
    runStep(['@biomejs/biome', 'biome'], ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'], env),
  unused: (env) => runStep(['knip'], ['--no-progress', '--treat-config-hints-as-errors'], env),
  types: async (env) => {
    const packages = await runStep(['turbo'], ['run', 'typecheck'], env);
    const tools = await runStep(['typescript', 'tsc'], ['-p', 'tools'], env);
    return {
      passed: Math.min(packages.passed, tools.passed),
      failed: Math.max(packages.failed, tools.failed),
      failures: [...packages.failures, ...tools.failures],
    };
  },
  vitest: async (env, reportFile) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
    const projects = `--project=${isSystem ? '* system' : '!* system'}`;
    const { code } = await runChild(
      'node',
      [commandFile('vitest'), 'run', `--maxWorkers=${workers}`, projects, ...reporters],
      { env: { ...env, STOCKBOOK_BUNDLE: join(projectRoot, 'apps/server/dist/main.js') } },
    );
    return readVitestReport(reportFile, code);
  },
  e2e: async (env, reportFile) => {
    const cwd = join(projectRoot, 'e2e');
    const playwright = commandFile('@playwright/test', 'playwright', cwd);
    if (process.platform !== 'linux' || process.arch !== 'x64') {
      await runChild('node', [playwright, 'install', 'chromium'], { env, cwd });
    }
    const { code } = await runChild(
      'node',
      [playwright, 'test', `--project=${suite}`, `--workers=${workers}`, '--reporter=list,json'],
      {
        env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
        cwd,
      },
    );
    return readPlaywrightReport(reportFile, code);
  },
};

/** @type {Record<string, (reportFile: string) => import('../lib/test-report.mjs').FileDuration[]>} */
const durationReaders = { vitest: readVitestDurations, e2e: readPlaywrightDurations };

const slowestCount = 10;

await command(async () => {
  const { only } = values;
  const names = only === undefined ? (isSystem ? ['vitest', 'e2e'] : Object.keys(checks)) : [only];
  const { env } = await buildProgram('develop');
  await buildClient(env);
  rmSync(reportsFolder, { recursive: true, force: true });
  mkdirSync(reportsFolder);
  /** @type {Outcome} */
  const total = { passed: 0, failed: 0, failures: [] };
  const durations = [];
  for (const name of names) {
    const check = checks[name];
    if (check === undefined)
      throw new Failure(`--only is one of ${Object.keys(checks).join(', ')}, not ${name}.`);
    process.stdout.write(`\n── ${name} ──\n`);
    const reportFile = join(reportsFolder, `${name}.json`);
    const { passed, failed, failures } = await check(env, reportFile);
    process.stdout.write(`── ${name}: ${passed} passed, ${failed} failed ──\n`);
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures);
    durations.push(...(durationReaders[name]?.(reportFile) ?? []));
  }
  for (const { file, durationMs } of durations.filter(({ durationMs }) => durationMs > maxFileS * 1000)) {
    total.failed += 1;
    total.failures.push(
      `${relative(projectRoot, file)} took ${Math.round(durationMs / 1000)} s; a file may take ${maxFileS} s.`,
    );
  }
  const slowest = slowestFiles(durations, slowestCount);
  if (slowest.length > 0) process.stdout.write('\nSlowest test files:\n');
  for (const { file, durationMs } of slowest) {
    const seconds = (durationMs / 1000).toFixed(1).padStart(7);
    process.stdout.write(`${seconds} s  ${relative(projectRoot, file)}\n`);
  }
  // Repeated at the end, because CI systems may show only the end of the output.
  for (const failure of total.failures) process.stdout.write(`\n✗ ${failure}\n`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
});

/**
 * A check that counts as one test.
 *
 * @param {[packageName: string, name?: string]} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Outcome>}
 */
async function runStep([packageName, name = packageName], args, env) {
  const { code } = await runChild('node', [commandFile(packageName, name), ...args], { env });
  if (code === 0) return { passed: 1, failed: 0, failures: [] };
  return { passed: 0, failed: 1, failures: [`${name} ${args.join(' ')} ended with ${code}.`] };
}

import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../lib/root.mjs';

/**
 * An import of the program. `target` is a path relative to the project without `./` and `../`, or the name of a
 * package.
 *
 * @typedef {{ readonly file: string, readonly target: string }} Import
 */

/**
 * @typedef {object} Boundary
 * @property {string} name
 * @property {(file: string) => boolean} covers
 * @property {(target: string, file: string) => boolean} forbids
 * @property {readonly Import[]} examples imports that it must report
 */

const web = 'apps/web/src/';
const features = readdirSync(join(projectRoot, web, 'features'));
const ruleLanguage = 'packages/rules/src/language/';

const testSupport =
  /(^|\/)(testing|test|bench)\/|\/test-setup\.tsx$|\.test\.tsx?$|^@stockbook\/(testing$|.*\/testing)/;

/** The other packages that the web client may import. `@stockbook/api` gives types only (`biome.json`). */
const packagesOfWeb = [
  '@stockbook/api',
  '@stockbook/api/schemas',
  '@stockbook/rules/language',
  '@stockbook/rules/settings',
];

/** @param {string} path */
const featureOf = (path) => features.find((feature) => path.startsWith(`${web}features/${feature}/`));

/** @param {...string} prefixes @returns {(path: string) => boolean} */
const isIn =
  (...prefixes) =>
  (path) =>
    prefixes.some((prefix) => path.startsWith(prefix));

/** @type {readonly Boundary[]} */
const boundaries = [
  {
    name: 'The program imports nothing of tools/ and e2e/',
    covers: () => true,
    forbids: isIn('tools/', 'e2e/'),
    examples: [{ file: 'apps/server/src/main.ts', target: 'tools/lib/root.mjs' }],
  },
  {
    name: 'Production code imports no tests and no test support',
    covers: () => true,
    forbids: (target) => testSupport.test(target),
    examples: [
      { file: 'apps/web/src/main.tsx', target: 'apps/web/src/testing/tasks.ts' },
      { file: 'apps/server/src/main.ts', target: '@stockbook/db/testing/global-setup' },
      { file: 'packages/rules/src/index.ts', target: 'packages/rules/test/random-bars.ts' },
    ],
  },
  {
    name: 'The rule language runs in the browser: it imports nothing of Node.js, and nothing of the evaluation',
    covers: isIn(ruleLanguage),
    forbids: isIn('node:', 'packages/rules/src/evaluate/', 'packages/rules/src/simulate/'),
    examples: [{ file: `${ruleLanguage}index.ts`, target: 'node:fs' }],
  },
  {
    name: 'The web client imports of the other packages only what is meant for it',
    covers: isIn(web),
    forbids: (target) => target.startsWith('@stockbook/') && !packagesOfWeb.includes(target),
    examples: [{ file: `${web}main.tsx`, target: '@stockbook/db' }],
  },
  {
    name: 'Features import neither each other nor the app nor the routes, which compose them',
    covers: isIn(`${web}features/`),
    forbids: (target, file) =>
      isIn(`${web}app/`, `${web}routes/`)(target) ||
      (target.startsWith(`${web}features/`) && featureOf(target) !== featureOf(file)),
    examples: [
      { file: `${web}features/auth/a.ts`, target: `${web}features/stocks/b.ts` },
      { file: `${web}features/auth/a.ts`, target: `${web}app/router.tsx` },
    ],
  },
  {
    name: 'Shared code of the web client imports no feature, no route and nothing of the app',
    covers: isIn(`${web}components/`, `${web}hooks/`, `${web}lib/`),
    forbids: isIn(`${web}features/`, `${web}routes/`, `${web}app/`),
    examples: [{ file: `${web}lib/a.ts`, target: `${web}features/auth/b.ts` }],
  },
];

const code = globSync(['{apps,packages}/*/{src,test,bench}/**/*.{ts,tsx}', 'e2e/**/*.ts', 'tools/**/*.mjs'], {
  cwd: projectRoot,
  exclude: ['**/node_modules', '**/dist', '**/*.gen.ts'],
}).toSorted();

const production = code.filter((file) => /^(apps|packages)\/[^/]+\/src\//.test(file) && !isTestSupport(file));

/** @param {string} file */
function isTestSupport(file) {
  return testSupport.test(file) || file.startsWith('packages/testing/');
}

/** @param {string} file */
const read = (file) => readFileSync(join(projectRoot, file), 'utf8');

/** @param {string} file @returns {string[]} as they are written */
function specifiers(file) {
  return [...read(file).matchAll(/(?:\bfrom|\bimport)[ (]'([^']+)'/g)].map(([, specifier = '']) => specifier);
}

/** @param {string} file @param {string} specifier */
function targetOf(file, specifier) {
  if (specifier.startsWith('#src/')) return specifier.replace('#src/', 'packages/api/src/');
  if (specifier.startsWith('#')) return specifier.replace('#', web);
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
}

const imports = production.flatMap((file) =>
  specifiers(file).map((specifier) => ({ file, target: targetOf(file, specifier) })),
);

/** @param {Boundary} boundary @param {readonly Import[]} candidates */
const violations = ({ covers, forbids }, candidates) =>
  candidates.filter(({ file, target }) => covers(file) && forbids(target, file));

describe.each(boundaries)('$name', (boundary) => {
  it('holds for every import of the program', () => {
    expect(imports.some(({ file }) => boundary.covers(file))).toBe(true);
    expect(violations(boundary, imports)).toEqual([]);
  });

  it('reports an import that crosses it', () => {
    expect(violations(boundary, boundary.examples)).toEqual(boundary.examples);
  });
});

it('finds no import that climbs three or more levels', () => {
  const climbing = code.filter((file) =>
    specifiers(file).some((specifier) => specifier.startsWith('../../../')),
  );
  expect(climbing).toEqual([]);
});

it('finds no reader of process.env besides env.ts', () => {
  expect(production.filter((file) => read(file).includes('process.env'))).toEqual(['apps/server/src/env.ts']);
});

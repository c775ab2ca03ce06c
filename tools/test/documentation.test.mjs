import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../lib/root.mjs';

/** The abbreviations of `docs/architecture.md`. */
const folders = {
  server: 'apps/server/src',
  web: 'apps/web/src',
  api: 'packages/api/src',
  db: 'packages/db/src',
  indicators: 'packages/indicators/src',
  'market-data': 'packages/market-data/src',
};

const documents = globSync(['*.md', '{docs,deploy,packages,apps,e2e,tools}/**/*.md'], {
  cwd: projectRoot,
  exclude: ['**/node_modules', '**/dist'],
});

/** @param {string} document */
const read = (document) => readFileSync(join(projectRoot, document), 'utf8');

/** @param {readonly string[]} paths relative to the project */
const missing = (paths) => paths.filter((path) => !existsSync(join(projectRoot, path)));

it('names only files that exist in docs/architecture.md', () => {
  const text = read('docs/architecture.md');
  const paths = Object.entries(folders).flatMap(([name, folder]) =>
    [...text.matchAll(new RegExp(`\`${name}:([^\`]+)\``, 'g'))].map(([, path]) => `${folder}/${path}`),
  );
  expect(paths.length).toBeGreaterThan(50);
  expect(missing(paths)).toEqual([]);
});

it('promises the age of new versions that pnpm and Renovate wait for', () => {
  const [, minutes] = /^minimumReleaseAge: (\d+)$/m.exec(read('pnpm-workspace.yaml')) ?? [];
  const days = Number(minutes) / (24 * 60);
  expect(JSON.parse(read('renovate.json')).minimumReleaseAge).toBe(`${days} days`);
  expect(read('docs/asvs.md')).toContain(`after a release is ${days} days old`);
});

describe.each(documents)('%s', (document) => {
  it('links only to files that exist', () => {
    const links = [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)];
    expect(missing(links.map(([, link = '']) => join(dirname(document), link)))).toEqual([]);
  });
});

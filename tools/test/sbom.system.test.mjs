import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../lib/root.mjs';
import { startNpm } from '../lib/testing.mjs';

/** @typedef {{ name: string, group?: string, version: string, externalReferences?: { hashes?: object[] }[] }} Item */

/** @param {string} path */
const read = (path) => readFileSync(join(projectRoot, path), 'utf8');

it('lists every package that the server needs, with its hash, and no tool of developers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stockbook-sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stockbook.cdx.json');
  const npm = startNpm(['run', '--silent', 'sbom', '--', file]);
  expect([await npm.closed, npm.lines.at(-1)]).toEqual([
    0,
    `stockbook: the packages of the server and the web client are in ${file}.`,
  ]);
  /** @type {{ bomFormat: string, metadata: { component: object }, components: Item[] }} */
  const bill = JSON.parse(readFileSync(file, 'utf8'));
  const { version } = JSON.parse(read('package.json'));
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { type: 'application', name: 'stockbook', version } },
  });
  const listed = new Map(bill.components.map((component) => [nameOf(component), component]));
  const { dependencies, devDependencies } = JSON.parse(read('apps/server/package.json'));
  const needed = Object.keys(dependencies).filter((name) => !name.startsWith('@stockbook/'));
  expect(needed.length).toBeGreaterThan(10);
  expect(needed.filter((name) => !listed.has(name))).toEqual([]);
  expect([...listed.values()].filter(({ externalReferences }) => !externalReferences?.[0]?.hashes)).toEqual(
    [],
  );
  expect(
    Object.keys(devDependencies).filter(
      (name) => ['vitest', 'orval', 'fast-check'].includes(name) && listed.has(name),
    ),
  ).toEqual([]);
}, 120_000);

/** @param {Item} component */
function nameOf({ group, name }) {
  return group === undefined ? name : `${group}/${name}`;
}

it('writes the bill of materials as part of a release', () => {
  expect(read('.github/workflows/release.yml')).toMatch(/^ +- run: npm run sbom -- \S+$/m);
});

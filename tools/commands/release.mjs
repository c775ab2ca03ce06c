import '../lib/check-machine.mjs';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap } from '../lib/bootstrap.mjs';
import { command, Failure, print } from '../lib/failure.mjs';
import { makePackage } from '../lib/release/make-package.mjs';
import {
  compareVersions,
  releaseChangelog,
  replaceImageTag,
  versionedFiles,
} from '../lib/release/release-files.mjs';
import { writeSbom } from '../lib/release/write-sbom.mjs';
import { projectRoot } from '../lib/root.mjs';

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim();

/**
 * @param {string} file
 * @param {(text: string) => string} change
 */
function edit(file, change) {
  const path = join(projectRoot, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

// Sets the version everywhere, closes the changelog's list, commits and tags; then makes the program as an npm package,
// and the bill of materials, unless `--no-package` is given. Publishing is a push of the tag.
await command(async () => {
  const version = process.argv[2] ?? '';
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new Failure('name the version, for example: npm run release -- 0.2.0');
  }
  /** @type {{ version: string }} */
  const { version: current } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  if (compareVersions(version, current) <= 0) throw new Failure(`${version} is not newer than ${current}.`);
  if (git('status', '--porcelain') !== '')
    throw new Failure('commit or discard the changes in the folder first.');
  if (git('tag', '--list', `v${version}`) !== '') throw new Failure(`the tag v${version} is there already.`);
  edit('CHANGELOG.md', (text) => releaseChangelog(text, version, new Date().toISOString().slice(0, 10)));
  for (const file of git('ls-files', 'package.json', '*/package.json').split('\n')) {
    edit(file, (text) => text.replace(`"version": "${current}"`, `"version": "${version}"`));
  }
  for (const file of versionedFiles) edit(file, (text) => replaceImageTag(text, current, version));
  git('commit', '--all', '--message', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Stockbook ${version}`);
  print(`${version} is committed and tagged. Publish it: git push --follow-tags`);
  if (process.argv.includes('--no-package')) return 0;
  await makePackage(projectRoot);
  const { node } = await bootstrap('run');
  const bill = `stockbook-${version}.cdx.json`;
  await writeSbom(node, join(projectRoot, bill));
  print(`the bill of materials is in ${bill}.`);
  return 0;
});

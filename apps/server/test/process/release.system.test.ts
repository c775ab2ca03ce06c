import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const copied = [
  'tools',
  'package.json',
  'apps/server/package.json',
  'CHANGELOG.md',
  'compose.yaml',
  'deploy/kubernetes/kustomization.yaml',
  'docs/operations.md',
];

/** A repository with the files that a release changes. */
async function project() {
  const folder = await mkdtemp(join(tmpdir(), 'stockbook-release-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const path of copied) await cp(join(root, path), join(folder, path), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'start');
  const release = (...args: string[]) => {
    const identity = { GIT_AUTHOR_NAME: 'test', GIT_AUTHOR_EMAIL: 'test@example.com' };
    const committer = { GIT_COMMITTER_NAME: 'test', GIT_COMMITTER_EMAIL: 'test@example.com' };
    return spawnSync(process.execPath, ['tools/commands/release.mjs', ...args, '--no-package'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...identity, ...committer },
    });
  };
  return { folder, git, release, read: (file: string) => readFile(join(folder, file), 'utf8') };
}

it('sets the version everywhere, closes the list of changes, commits and tags', async () => {
  const { folder, git, release, read } = await project();
  await writeFile(
    join(folder, 'CHANGELOG.md'),
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.1.0\n\nThe first version.\n',
  );
  git('commit', '--quiet', '--all', '--message', 'changelog');
  expect(release('99.2.0')).toMatchObject({
    status: 0,
    stdout: 'stockbook: 99.2.0 is committed and tagged. Publish it: git push --follow-tags\n',
  });
  const today = new Date().toISOString().slice(0, 10);
  expect(await read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 99.2.0 (${today})\n\n### Added\n\n- A thing.\n\n## 0.1.0\n\nThe first version.\n`,
  );
  for (const file of ['package.json', 'apps/server/package.json']) {
    expect(JSON.parse(await read(file))).toMatchObject({ version: '99.2.0' });
  }
  expect(await read('compose.yaml')).toContain('image: stockbook:99.2.0\n');
  expect(await read('deploy/kubernetes/kustomization.yaml')).toContain('newTag: 99.2.0\n');
  expect(await read('docs/operations.md')).toContain('docker build -t stockbook:99.2.0 .');
  expect(await read('docs/operations.md')).toContain('From 0.1.0, however');
  expect([git('log', '-1', '--format=%s'), git('tag', '--list'), git('status', '--porcelain')]).toEqual([
    'release: 99.2.0\n',
    'v99.2.0\n',
    '',
  ]);
});

it('refuses a version that is not newer, changes that are not committed, and an empty list', async () => {
  const { folder, release } = await project();
  expect(release('0.0.1').stderr).toMatch(/^stockbook: 0\.0\.1 is not newer than \d+\.\d+\.\d+\.\n$/);
  expect(release('next').stderr).toBe('stockbook: name the version, for example: npm run release -- 0.2.0\n');
  await writeFile(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n## 0.1.0\n');
  expect(release('99.0.0').stderr).toBe('stockbook: commit or discard the changes in the folder first.\n');
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', 'commit', '-qam', 'x'], {
    cwd: folder,
  });
  expect(release('99.0.0').stderr).toBe('stockbook: CHANGELOG.md has nothing under "## Unreleased".\n');
});
